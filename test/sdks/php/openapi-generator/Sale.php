<?php

declare(strict_types=1);

use ArtMarketplace\Api\ArtistsApi;
use ArtMarketplace\Api\ArtworksApi;
use ArtMarketplace\Api\GalleriesApi;
use ArtMarketplace\Api\TagsApi;
use ArtMarketplace\Configuration;
use ArtMarketplace\Model\ArtistInput;
use ArtMarketplace\Model\Artwork;
use ArtMarketplace\Model\ArtworkInput;
use ArtMarketplace\Model\ArtworkPatch;
use ArtMarketplace\Model\GalleryInput;
use ArtMarketplace\Model\SaleStatus;
use ArtMarketplace\Model\TagInput;

/** An artwork of a new gallery is priced, sold and deleted, and then all that it referred to. */
final class Sale
{
    private readonly ArtworksApi $artworks;
    private readonly ArtworksApi $publicArtworks;

    public function __construct(private readonly Configuration $authorized, Configuration $anonymous)
    {
        $this->artworks = new ArtworksApi(config: $authorized);
        $this->publicArtworks = new ArtworksApi(config: $anonymous);
    }

    public function sell(): void
    {
        $artists = new ArtistsApi(config: $this->authorized);
        $galleries = new GalleriesApi(config: $this->authorized);
        $tags = new TagsApi(config: $this->authorized);
        $artist = $artists->createArtistWithHttpInfo(new ArtistInput(['name' => 'Ines Falk']));
        $quayside = new GalleryInput(['name' => 'Quayside Editions', 'city' => 'Bristol']);
        $gallery = $galleries->createGallery($quayside)->getId();
        $moonlight = new TagInput(['name' => 'moonlight ' . bin2hex(random_bytes(16))]);
        $tag = $tags->createTagWithHttpInfo($moonlight);
        $opened = $galleries->retrieveGalleryWithHttpInfo($gallery);
        Expect::same('the city', $opened[0]->getCity(), 'Bristol');

        $input = Artworks::harbour($gallery);
        $sold = $this->submitAndSell($input->setArtists([$artist[0]->getId()])->setTags([$tag[0]->getId()]));
        $this->sendBatch($gallery, $artist[0]->getId());
        $etag = Expect::etagOf($opened);
        $close = static fn() => $galleries->deleteGallery($gallery, $etag);
        Expect::refused(409, 'record_in_use', $close);
        $this->artworks->deleteMarketplaceArtwork($sold[0]->getId(), Expect::etagOf($sold));
        $close();
        $tags->deleteTag($tag[0]->getId(), Expect::etagOf($tag));
        $artists->deleteArtist($artist[0]->getId(), Expect::etagOf($artist));
    }

    /** Two lines, of which the second has no title. */
    private function sendBatch(int $gallery, int $artist): void
    {
        $lines = array_map(static fn(int $at, string $title) => json_encode([
            'external_id' => "Batch $at",
            'artwork' => [
                'title' => $title,
                'artists' => [$artist],
                'gallery' => $gallery,
                'units' => 'centimeter',
                'category' => 1,
                'price_display' => 'price on request',
            ],
        ]), [0, 1], ['Low Tide', '']);
        $received = $this->artworks->batchMarketplaceArtworks(implode("\n", $lines), true);
        [$good, $wrong, $end] = array_map('json_decode', explode("\n", trim($received)));
        Expect::same('the good line', [$good->external_id, $good->status], ['Batch 0', 201]);
        Expect::same('the wrong line', [$wrong->status, $wrong->problem->code], [400, 'invalid_request']);
        Expect::same('the place', $wrong->problem->errors[0]->pointer, '/artwork/title');
        Expect::same('the summary', [$end->kind, $end->created, $end->failed, $end->applied], ['summary', 1, 1, false]);
    }

    /** @return array{0: Artwork, 1: int, 2: array<string, string[]>} */
    private function submitAndSell(ArtworkInput $input): array
    {
        $submitted = $this->artworks->createMarketplaceArtworkWithHttpInfo($input);
        $priced = $this->change($submitted, new ArtworkPatch(['price' => 2600.0]));
        Expect::same('the price', $priced[0]->getPrice(), 2600.0);
        $sale = new ArtworkPatch(['available_for_sale' => SaleStatus::SOLD]);
        $sold = $this->change($priced, $sale);
        $artwork = $this->publicArtworks->retrieveMarketplaceArtwork($sold[0]->getId());
        Expect::same('the sold artwork', json_encode($artwork), json_encode($sold[0]));
        Expect::same('the sale', $artwork->getAvailableForSale(), SaleStatus::SOLD);
        Expect::same('the price of the sold artwork', $artwork->getPrice(), 2600.0);
        return $sold;
    }

    /**
     * @param array{0: Artwork, 1: int, 2: array<string, string[]>} $seen
     * @return array{0: Artwork, 1: int, 2: array<string, string[]>}
     */
    private function change(array $seen, ArtworkPatch $patch): array
    {
        $etag = Expect::etagOf($seen);
        return $this->artworks->partialUpdateMarketplaceArtworkWithHttpInfo($seen[0]->getId(), $etag, $patch);
    }
}
