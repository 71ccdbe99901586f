import org.openapitools.client.infrastructure.ApiResponse
import org.openapitools.client.infrastructure.ClientError
import org.openapitools.client.infrastructure.ClientException
import org.openapitools.client.infrastructure.Serializer
import org.openapitools.client.infrastructure.Success
import org.openapitools.client.models.Problem

fun same(what: String, actual: Any?, wanted: Any?) {
    check(actual == wanted) { "$what is $actual and not $wanted" }
}

/** The record and its entity tag. */
fun <Data : Any> taken(answer: ApiResponse<Data?>): Pair<Data, String> {
    val headers = answer.headers.mapKeys { (name) -> name.lowercase() }
    return checkNotNull((answer as Success).data) to headers.getValue("etag").single()
}

/** The exception has the text of the body; the client's own reader makes the problem of it. */
fun refused(status: Int, code: String, call: () -> Any?): Problem {
    val refusal =
        try {
            throw AssertionError("not refused: ${call()}")
        } catch (exception: ClientException) {
            exception
        }
    val body = (refusal.response as ClientError<*>).body.toString()
    val problem = checkNotNull(Serializer.moshi.adapter(Problem::class.java).fromJson(body))
    same("the status", refusal.statusCode, status)
    same("the status of the problem", problem.status, status)
    same("the code of the problem", problem.code, code)
    same("the type of the problem", problem.type.path, "/docs/problems/$code")
    return problem
}
