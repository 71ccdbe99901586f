using System.Net.Http;
using ArtMarketplace.Client;

/// <summary>
/// What a partner does, once, in the order of a day, with a client that openapi-generator made. It
/// ends at the first surprise. Arguments: the base URL, a key, and the id of an artwork with words in
/// it that the document does not name.
/// </summary>
static class Program
{
    static void Main(string[] args)
    {
        var http = new HttpClient();
        var anonymous = new Configuration { BasePath = args[0] };
        var authorized = new Configuration { BasePath = args[0], AccessToken = args[1] };

        var artworks = new Artworks(http, anonymous);
        artworks.ReadPages();
        artworks.AskForTooMany();
        artworks.ReadUnknownWords(long.Parse(args[2]));
        new Events(http, authorized, anonymous).EnterAndChange();
        new Artworks(http, authorized).Submit();
        new Sale(http, authorized, anonymous).Sell();
    }
}
