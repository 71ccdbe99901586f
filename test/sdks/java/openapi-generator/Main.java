import org.openapitools.client.ApiClient;

/**
 * What a partner does, once, in the order of a day, with a client that openapi-generator made. It
 * ends at the first surprise.
 *
 * <p>Arguments: the base URL, a key, and the id of an artwork with words in it that the document
 * does not name.
 */
final class Main {
  private Main() {}

  public static void main(String[] args) throws Exception {
    ApiClient stranger = connect(args[0]);
    ApiClient partner = connect(args[0]);
    partner.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + args[1]));

    Artworks looking = new Artworks(stranger);
    looking.page();
    looking.askForTooMany();
    looking.readUnknownWords(Long.parseLong(args[2]));
    new Events(partner, stranger).enterAndChange();
    new Artworks(partner).submit();
    new Sale(partner, stranger).sell();
  }

  private static ApiClient connect(String address) {
    ApiClient client = new ApiClient();
    client.updateBaseUri(address);
    return client;
  }
}
