<?php

declare(strict_types=1);

use ArtMarketplace\Api\ArtworksApi;
use ArtMarketplace\Api\GalleriesApi;
use ArtMarketplace\Configuration;
use ArtMarketplace\Model\Artwork;
use ArtMarketplace\Model\ArtworkInput;
use ArtMarketplace\Model\ArtworkOrdering;
use ArtMarketplace\Model\ArtworkPage;
use ArtMarketplace\Model\Currency;
use ArtMarketplace\Model\PriceDisplay;
use ArtMarketplace\Model\SaleStatus;
use ArtMarketplace\Model\SizeUnit;

final class Artworks
{
    private readonly ArtworksApi $api;

    public function __construct(private readonly Configuration $configuration)
    {
        $this->api = new ArtworksApi(config: $configuration);
    }

    public function readPages(): void
    {
        $first = $this->pageAt(2, 0);
        parse_str((string) parse_url((string) $first->getNext(), PHP_URL_QUERY), $query);
        $following = $this->pageAt((int) $query['limit'], (int) $query['offset']);
        $artworks = [...$first->getResults(), ...$following->getResults()];
        $ids = array_map(static fn(Artwork $artwork): int => $artwork->getId(), $artworks);
        Expect::same('the number of artworks', count(array_unique($ids)), 4);

        $dates = array_map(static fn(Artwork $artwork) => $artwork->getOrderDate(), $artworks);
        $latestFirst = $dates;
        rsort($latestFirst);
        Expect::same('the order', $dates == $latestFirst, true);
        foreach ($artworks as $artwork) {
            $alone = $this->api->retrieveMarketplaceArtwork($artwork->getId());
            Expect::same('the artwork', json_encode($alone), json_encode($artwork));
        }
    }

    private function pageAt(int $limit, int $offset): ArtworkPage
    {
        $ordering = ArtworkOrdering::ORDER_DATE_DESC;
        return $this->api->listMarketplaceArtworks(limit: $limit, offset: $offset, ordering: $ordering);
    }

    /** The client would not send it, so it sends a request that has been made larger. */
    public function askForTooMany(): void
    {
        $greedy = new GuzzleHttp\Client(['handler' => Expect::withQuery('limit', '1000')]);
        $api = new ArtworksApi($greedy, $this->configuration);
        $problem = Expect::refused(400, 'invalid_request', static fn() => $api->listMarketplaceArtworks());
        Expect::same('the parameter at fault', $problem->getErrors()[0]->getParameter(), 'limit');
    }

    public function readUnknownWords(int $id): void
    {
        $artwork = $this->api->retrieveMarketplaceArtwork($id);
        $units = SizeUnit::getAllowableEnumValues();
        $states = SaleStatus::getAllowableEnumValues();
        Expect::same('a known unit', in_array($artwork->getUnits(), $units, true), false);
        Expect::same('a known status', in_array($artwork->getAvailableForSale(), $states, true), false);
    }

    public function submit(): void
    {
        $galleries = (new GalleriesApi(config: $this->configuration))->listGalleries();
        $input = self::harbour($galleries->getResults()[0]->getId());
        $artwork = $this->api->createMarketplaceArtwork($input);
        Expect::same('a price in dollars', $artwork->getPriceUsd() > 0, true);
        Expect::same('a price in euros', preg_match('/^\d+\.\d\d$/', $artwork->getPriceEur()), 1);
    }

    public static function harbour(int $gallery): ArtworkInput
    {
        return new ArtworkInput([
            'title' => 'Harbour at Dusk',
            'artists' => [],
            'gallery' => $gallery,
            'category' => 1,
            'units' => SizeUnit::CENTIMETER,
            'price_display' => PriceDisplay::SHOW_PRICE,
            'price' => 2400.0,
            'price_currency' => Currency::CAD,
        ]);
    }
}
