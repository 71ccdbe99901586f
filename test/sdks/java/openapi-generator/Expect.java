import com.fasterxml.jackson.core.JsonProcessingException;
import java.net.http.HttpHeaders;
import java.util.Objects;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.ApiResponse;
import org.openapitools.client.model.Problem;

/** What the program holds the answers of the service against. */
final class Expect {
  private Expect() {}

  interface Call {
    Object answer() throws ApiException;
  }

  static void same(String what, Object actual, Object wanted) {
    if (!Objects.equals(actual, wanted)) {
      throw new AssertionError(what + " is " + actual + " and not " + wanted);
    }
  }

  static Problem refused(int status, String code, Call call) {
    try {
      throw new AssertionError("not refused: " + call.answer());
    } catch (ApiException refusal) {
      Problem problem = problemOf(refusal);
      same("the status", refusal.getCode(), status);
      same("the status of the problem", problem.getStatus(), status);
      same("the code of the problem", problem.getCode(), code);
      same("the type of the problem", problem.getType().getPath(), "/docs/problems/" + code);
      return problem;
    }
  }

  /** The exception has the text of the body; the client reads it as it reads any answer. */
  private static Problem problemOf(ApiException refusal) {
    try {
      return ApiClient.createDefaultObjectMapper()
          .readValue(refusal.getResponseBody(), Problem.class);
    } catch (JsonProcessingException exception) {
      throw new AssertionError("not a problem: " + refusal.getMessage(), exception);
    }
  }

  static String etagOf(ApiResponse<?> answer) {
    HttpHeaders headers = HttpHeaders.of(answer.getHeaders(), (name, value) -> true);
    return headers.firstValue("ETag").orElseThrow();
  }
}
