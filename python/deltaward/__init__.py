"""Protocol and concurrency governance for Delta Lake on Apache Spark.

>>> import deltaward
>>> spark = deltaward.configure(SparkSession.builder).getOrCreate()
>>> deltaward.forName(spark, "sales.orders").compatibility().show()
"""

from deltaward._attach import attach
from deltaward._configure import configure
from deltaward._exceptions import (
    CannotMakeCompatibleError,
    ConfigurationError,
    DeltawardError,
    DeltawardWarning,
    InvalidProtocolError,
    NotADeltaTableError,
    ProtocolRefusedError,
    StalePlanError,
    TableNotReadableError,
    TableNotWritableError,
    UnknownClientError,
    UnknownFeatureError,
    errors,
    typed,
)
from deltaward._jar import jar_path
from deltaward._plan import DropPlan
from deltaward._table import Table, clients, explainProtocol, forName, forPath, protocolPolicy

__all__ = [
    "CannotMakeCompatibleError",
    "ConfigurationError",
    "DeltawardError",
    "DeltawardWarning",
    "DropPlan",
    "InvalidProtocolError",
    "NotADeltaTableError",
    "ProtocolRefusedError",
    "StalePlanError",
    "Table",
    "TableNotReadableError",
    "TableNotWritableError",
    "UnknownClientError",
    "UnknownFeatureError",
    "attach",
    "clients",
    "configure",
    "errors",
    "explainProtocol",
    "forName",
    "forPath",
    "jar_path",
    "protocolPolicy",
    "typed",
]
