"""Protocol and concurrency governance for Delta Lake on Apache Spark."""
