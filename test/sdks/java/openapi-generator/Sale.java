import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.ApiResponse;
import org.openapitools.client.api.ArtistsApi;
import org.openapitools.client.api.ArtworksApi;
import org.openapitools.client.api.GalleriesApi;
import org.openapitools.client.api.TagsApi;
import org.openapitools.client.model.Artist;
import org.openapitools.client.model.ArtistInput;
import org.openapitools.client.model.Artwork;
import org.openapitools.client.model.ArtworkBatchLine;
import org.openapitools.client.model.ArtworkInput;
import org.openapitools.client.model.ArtworkPatch;
import org.openapitools.client.model.BatchResponseLine;
import org.openapitools.client.model.BatchResult;
import org.openapitools.client.model.BatchSummary;
import org.openapitools.client.model.Gallery;
import org.openapitools.client.model.GalleryInput;
import org.openapitools.client.model.SaleStatus;
import org.openapitools.client.model.Tag;
import org.openapitools.client.model.TagInput;

/** An artwork of a new gallery is priced, sold and deleted, and then all that it referred to. */
final class Sale {
  private final ApiClient partner;
  private final ArtistsApi artists;
  private final ArtworksApi artworks;
  private final ArtworksApi publicArtworks;
  private final GalleriesApi galleries;
  private final TagsApi tags;

  Sale(ApiClient partner, ApiClient stranger) {
    this.partner = partner;
    artists = new ArtistsApi(partner);
    artworks = new ArtworksApi(partner);
    publicArtworks = new ArtworksApi(stranger);
    galleries = new GalleriesApi(partner);
    tags = new TagsApi(partner);
  }

  void sell() throws ApiException, IOException, InterruptedException {
    ApiResponse<Artist> artist =
        artists.createArtistWithHttpInfo(new ArtistInput().name("Ines Falk"), null);
    GalleryInput quayside = new GalleryInput().name("Quayside Editions").city("Bristol");
    Long gallery = galleries.createGallery(quayside, null).getId();
    TagInput moonlight = new TagInput().name("moonlight " + UUID.randomUUID());
    ApiResponse<Tag> tag = tags.createTagWithHttpInfo(moonlight, null);
    ApiResponse<Gallery> opened = galleries.retrieveGalleryWithHttpInfo(gallery, null, null);
    Expect.same("the city", opened.getData().getCity(), "Bristol");

    ApiResponse<Artwork> sold =
        submitAndSell(
            Artworks.harbour(gallery)
                .artists(Set.of(artist.getData().getId()))
                .tags(Set.of(tag.getData().getId())));
    sendBatch(gallery);
    String etag = Expect.etagOf(opened);
    Expect.refused(409, "record_in_use", () -> galleries.deleteGalleryWithHttpInfo(gallery, etag));
    artworks.deleteMarketplaceArtwork(sold.getData().getId(), Expect.etagOf(sold));
    galleries.deleteGallery(gallery, etag);
    tags.deleteTag(tag.getData().getId(), Expect.etagOf(tag));
    artists.deleteArtist(artist.getData().getId(), Expect.etagOf(artist));
  }

  /** Two lines, of which the second has no title. */
  private void sendBatch(Long gallery) throws IOException, InterruptedException {
    List<BatchResponseLine> lines =
        Batch.send(partner, List.of(line(0, gallery, "Low Tide"), line(1, gallery, "")), true);
    Expect.same("the number of lines", lines.size(), 3);
    BatchResult good = lines.get(0).getBatchResult();
    BatchResult wrong = lines.get(1).getBatchResult();
    BatchSummary end = lines.get(2).getBatchSummary();
    Expect.same("the external id", good.getExternalId(), "Batch 0");
    Expect.same("the good line", good.getStatus(), 201);
    Expect.same("the wrong line", wrong.getStatus(), 400);
    Expect.same("the problem of the line", wrong.getProblem().getCode(), "invalid_request");
    String place = wrong.getProblem().getErrors().get(0).getPointer();
    Expect.same("the place", place, "/artwork/title");
    List<?> counts = List.of(end.getCreated(), end.getFailed(), end.getApplied());
    Expect.same("the summary", counts.toString(), "[1, 1, false]");
  }

  private static ArtworkBatchLine line(int at, Long gallery, String title) {
    return new ArtworkBatchLine()
        .externalId("Batch " + at)
        .artwork(Artworks.harbour(gallery).title(title));
  }

  private ApiResponse<Artwork> submitAndSell(ArtworkInput input) throws ApiException {
    ApiResponse<Artwork> submitted = artworks.createMarketplaceArtworkWithHttpInfo(input, null);
    ApiResponse<Artwork> priced = change(submitted, new ArtworkPatch().price(2600.0));
    Expect.same("the price", priced.getData().getPrice(), 2600.0);
    ArtworkPatch sale = new ArtworkPatch().availableForSale(SaleStatus.SOLD);
    ApiResponse<Artwork> sold = change(priced, sale);
    Artwork artwork =
        publicArtworks.retrieveMarketplaceArtwork(sold.getData().getId(), null, null);
    Expect.same("the sold artwork", artwork, sold.getData());
    Expect.same("the sale", artwork.getAvailableForSale(), SaleStatus.SOLD.getValue());
    Expect.same("the price of the sold artwork", artwork.getPrice(), 2600.0);
    return sold;
  }

  private ApiResponse<Artwork> change(ApiResponse<Artwork> seen, ArtworkPatch patch)
      throws ApiException {
    return artworks.partialUpdateMarketplaceArtworkWithHttpInfo(
        seen.getData().getId(), Expect.etagOf(seen), patch);
  }
}
