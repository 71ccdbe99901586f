import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.ArtworksApi;
import org.openapitools.client.api.GalleriesApi;
import org.openapitools.client.model.Artwork;
import org.openapitools.client.model.ArtworkInput;
import org.openapitools.client.model.ArtworkOrdering;
import org.openapitools.client.model.ArtworkPage;
import org.openapitools.client.model.Currency;
import org.openapitools.client.model.GalleryPage;
import org.openapitools.client.model.PriceDisplay;
import org.openapitools.client.model.Problem;
import org.openapitools.client.model.SaleStatus;
import org.openapitools.client.model.SizeUnit;

final class Artworks {
  private final ApiClient client;
  private final ArtworksApi api;

  Artworks(ApiClient client) {
    this.client = client;
    api = new ArtworksApi(client);
  }

  void page() throws ApiException {
    ArtworkPage first = pageAt(2, null);
    Place following = Place.of(first.getNext());
    List<Artwork> artworks = new ArrayList<>(first.getResults());
    artworks.addAll(pageAt(following.limit, following.offset).getResults());
    Set<Long> ids = artworks.stream().map(Artwork::getId).collect(Collectors.toSet());
    Expect.same("the number of artworks", ids.size(), 4);

    List<Artwork> latestFirst = new ArrayList<>(artworks);
    latestFirst.sort(Comparator.comparing(Artwork::getOrderDate).reversed());
    Expect.same("the order", artworks, latestFirst);
    for (Artwork artwork : artworks) {
      Expect.same("the artwork", retrieve(artwork.getId()), artwork);
    }
  }

  private ArtworkPage pageAt(int limit, Integer offset) throws ApiException {
    ArtworkOrdering ordering = ArtworkOrdering.ORDER_DATE_DESC;
    return api.listMarketplaceArtworks(
        ArtworksApi.APIListMarketplaceArtworksRequest.newBuilder()
            .limit(limit)
            .offset(offset)
            .ordering(ordering)
            .build());
  }

  private Artwork retrieve(Long id) throws ApiException {
    return api.retrieveMarketplaceArtwork(id, null, null);
  }

  void askForTooMany() {
    Problem problem = Expect.refused(400, "invalid_request", () -> pageAt(1000, null));
    Expect.same("the parameter at fault", problem.getErrors().get(0).getParameter(), "limit");
  }

  void readUnknownWords(Long id) throws ApiException {
    Artwork artwork = retrieve(id);
    boolean knowsUnits =
        Arrays.stream(SizeUnit.values()).anyMatch(it -> it.getValue().equals(artwork.getUnits()));
    boolean knowsStatus =
        Arrays.stream(SaleStatus.values())
            .anyMatch(it -> it.getValue().equals(artwork.getAvailableForSale()));
    Expect.same("a known word", knowsUnits || knowsStatus, false);
  }

  void submit() throws ApiException {
    GalleryPage galleries =
        new GalleriesApi(client)
            .listGalleries(GalleriesApi.APIListGalleriesRequest.newBuilder().build());
    ArtworkInput input = harbour(galleries.getResults().get(0).getId());
    Artwork artwork = api.createMarketplaceArtwork(input, null);
    Double priceUsd = artwork.getPriceUsd();
    String priceEur = artwork.getPriceEur();
    Expect.same("a price in dollars", priceUsd != null && priceUsd > 0, true);
    Expect.same("a price in euros", priceEur != null && priceEur.matches("\\d+\\.\\d\\d"), true);
  }

  static ArtworkInput harbour(Long gallery) {
    return new ArtworkInput()
        .title("Harbour at Dusk")
        .artists(Set.of())
        .gallery(gallery)
        .category(1L)
        .units(SizeUnit.CENTIMETER)
        .priceDisplay(PriceDisplay.SHOW_PRICE)
        .price(2400.0)
        .priceCurrency(Currency.CAD);
  }
}
