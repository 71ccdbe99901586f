# frozen_string_literal: true

require 'uri'
require_relative 'expect'

class Artworks
  include ArtMarketplace

  def initialize(client)
    @client = client
    @api = ArtworksApi.new(client)
  end

  def read_pages
    first = page_at(2, 0)
    query = URI.decode_www_form(URI(first._next).query).to_h
    following = page_at(query['limit'].to_i, query['offset'].to_i)
    artworks = first.results + following.results
    Expect.same('the number of artworks', artworks.map(&:id).uniq.size, 4)
    dates = artworks.map(&:order_date)
    Expect.same('the order', dates, dates.sort.reverse)
    artworks.each do |artwork|
      Expect.same('the artwork', @api.retrieve_marketplace_artwork(artwork.id), artwork)
    end
  end

  # The client would not send it unless its check of arguments is turned off.
  def ask_for_too_many
    config = @client.config.dup
    config.client_side_validation = false
    api = ArtworksApi.new(ApiClient.new(config))
    problem = Expect.refused(400, 'invalid_request') { api.list_marketplace_artworks(limit: 1000) }
    Expect.same('the parameters at fault', problem.errors.map(&:parameter), ['limit'])
  end

  def read_unknown_words(id)
    artwork = @api.retrieve_marketplace_artwork(id)
    Expect.same('a known unit', SizeUnit.all_vars.include?(artwork.units), false)
    Expect.same('a known status', SaleStatus.all_vars.include?(artwork.available_for_sale), false)
  end

  def submit
    gallery = GalleriesApi.new(@client).list_galleries.results.first
    artwork = @api.create_marketplace_artwork(Artworks.harbour(gallery.id))
    Expect.same('a price in dollars', artwork.price_usd.positive?, true)
    Expect.same('a price in euros', artwork.price_eur.match?(/\A\d+\.\d\d\z/), true)
  end

  def self.harbour(gallery)
    ArtworkInput.new(
      title: 'Harbour at Dusk',
      artists: [],
      gallery: gallery,
      category: 1,
      units: SizeUnit::CENTIMETER,
      price_display: PriceDisplay::SHOW_PRICE,
      price: 2400,
      price_currency: Currency::CAD
    )
  end

  private

  def page_at(limit, offset)
    ordering = ArtworkOrdering::ORDER_DATE_DESC
    @api.list_marketplace_artworks(limit: limit, offset: offset, ordering: ordering)
  end
end
