# frozen_string_literal: true

require 'json'
require 'securerandom'
require_relative 'artworks'
require_relative 'expect'

# An artwork of a new gallery is priced, sold and deleted, and then all that it referred to.
class Sale
  include ArtMarketplace

  def initialize(authorized, anonymous)
    @artists = ArtistsApi.new(authorized)
    @artworks = ArtworksApi.new(authorized)
    @public_artworks = ArtworksApi.new(anonymous)
    @galleries = GalleriesApi.new(authorized)
    @tags = TagsApi.new(authorized)
  end

  def sell
    artist, _, artist_headers = @artists.create_artist_with_http_info(ArtistInput.new(name: 'Ines Falk'))
    quayside = GalleryInput.new(name: 'Quayside Editions', city: 'Bristol')
    gallery = @galleries.create_gallery(quayside).id
    moonlight = TagInput.new(name: "moonlight #{SecureRandom.uuid}")
    tag, _, tag_headers = @tags.create_tag_with_http_info(moonlight)
    opened, _, gallery_headers = @galleries.retrieve_gallery_with_http_info(gallery)
    Expect.same('the city', opened.city, 'Bristol')

    input = Artworks.harbour(gallery)
    input.artists = [artist.id]
    input.tags = [tag.id]
    id, etag = submit_and_sell(input)
    send_batch(input)
    close = -> { @galleries.delete_gallery(gallery, gallery_headers['ETag']) }
    Expect.refused(409, 'record_in_use', &close)
    @artworks.delete_marketplace_artwork(id, etag)
    close.call
    @tags.delete_tag(tag.id, tag_headers['ETag'])
    @artists.delete_artist(artist.id, artist_headers['ETag'])
  end

  private

  # Two lines, of which the second has no title.
  def send_batch(input)
    lines = ['Low Tide', ''].each_with_index.map do |title, at|
      JSON.generate(external_id: "Batch #{at}", artwork: input.to_hash.merge(title: title))
    end
    received = @artworks.batch_marketplace_artworks(lines.join("\n"), dry_run: true)
    good, wrong, final = received.lines.map { |line| JSON.parse(line) }
    Expect.same('the good line', good.values_at('external_id', 'status'), ['Batch 0', 201])
    Expect.same('the wrong line', [wrong['status'], wrong['problem']['code']], [400, 'invalid_request'])
    Expect.same('the place', wrong['problem']['errors'][0]['pointer'], '/artwork/title')
    Expect.same('the summary', final.values_at('kind', 'created', 'failed', 'applied'), ['summary', 1, 1, false])
  end

  # The id and the entity tag of the sold artwork.
  def submit_and_sell(input)
    submitted, _, headers = @artworks.create_marketplace_artwork_with_http_info(input)
    id = submitted.id
    priced, etag = change(id, headers['ETag'], ArtworkPatch.new(price: 2600))
    Expect.same('the price', priced.price, 2600)
    sold, etag = change(id, etag, ArtworkPatch.new(available_for_sale: SaleStatus::SOLD))
    Expect.same('the sold artwork', @public_artworks.retrieve_marketplace_artwork(id), sold)
    Expect.same('the sale', [sold.available_for_sale, sold.price], [SaleStatus::SOLD, 2600])
    [id, etag]
  end

  def change(id, etag, patch)
    artwork, _, headers = @artworks.partial_update_marketplace_artwork_with_http_info(id, etag, patch)
    [artwork, headers['ETag']]
  end
end
