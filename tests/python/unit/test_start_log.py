"""Finds the reason why Spark did not start in its output."""

from deltaward._session.start_log import reason

NOT_STARTED = "[JAVA_GATEWAY_EXITED] Java gateway process exited"


def test_an_error_that_says_nothing_gives_way_to_its_cause() -> None:
    log = (
        'Exception in thread "main" java.lang.ExceptionInInitializerError\n'
        "\tat org.apache.spark.deploy.SparkSubmit.main(SparkSubmit.scala)\n"
        "Caused by: java.net.SocketException: No network interfaces configured\n"
    )
    assert reason(log, NOT_STARTED) == (
        "java.net.SocketException: No network interfaces configured"
    )


def test_the_first_exception_that_says_something_is_the_reason() -> None:
    log = "org.apache.spark.SparkException: first\nCaused by: java.io.IOException: second\n"
    assert reason(log, NOT_STARTED) == "org.apache.spark.SparkException: first"


def test_an_exception_without_a_message_is_better_than_nothing() -> None:
    assert reason("java.lang.NullPointerException\n", NOT_STARTED) == (
        "java.lang.NullPointerException"
    )
