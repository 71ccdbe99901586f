# frozen_string_literal: true

# What a partner does, once, in the order of a day, with a client that openapi-generator made. It ends
# at the first surprise. Arguments: the base URL, a key, and the id of an artwork with words in it that
# the document does not name.

require 'art_marketplace'
require_relative 'artworks'
require_relative 'events'
require_relative 'sale'

def connect(address, key = nil)
  url = URI(address)
  configuration = ArtMarketplace::Configuration.new do |config|
    config.scheme = url.scheme
    config.host = "#{url.host}:#{url.port}"
    config.base_path = url.path
    config.access_token = key
  end
  ArtMarketplace::ApiClient.new(configuration)
end

address, key, strange_artwork = ARGV
anonymous = connect(address)
authorized = connect(address, key)

artworks = Artworks.new(anonymous)
artworks.read_pages
artworks.ask_for_too_many
artworks.read_unknown_words(Integer(strange_artwork))
Events.new(authorized, anonymous).enter_and_change
Artworks.new(authorized).submit
Sale.new(authorized, anonymous).sell
