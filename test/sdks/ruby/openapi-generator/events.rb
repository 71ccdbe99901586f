# frozen_string_literal: true

require 'securerandom'
require_relative 'expect'

class Events
  include ArtMarketplace

  def initialize(authorized, anonymous)
    @authorized = authorized
    @api = EventsApi.new(authorized)
    @public_api = EventsApi.new(anonymous)
  end

  def enter_and_change
    input = input_at_a_new_venue
    id = enter(input)
    _, _, headers = @api.retrieve_event_with_http_info(id)
    stale = headers['ETag']
    published = publish(id, stale)
    late = EventPatch.new(title: 'Too late')
    Expect.refused(412, 'precondition_failed') { @api.partial_update_event(id, stale, late) }
    input.title = 'Southern Light'
    @api.delete_event(id, replace(id, published, input))
    Expect.refused(404, 'not_found') { @api.retrieve_event(id) }
  end

  private

  def input_at_a_new_venue
    place = VenueInput.new(name: 'Kunsthal Nord', country: 'DK')
    venue = VenuesApi.new(@authorized).create_venue(place)
    Expect.same('the venue', venue.name, 'Kunsthal Nord')
    EventInput.new(
      title: 'Northern Light',
      category: EventCategoriesApi.new(@authorized).list_event_categories.results.first.id,
      venue: venue.id,
      start_time: DateTime.new(2031, 3, 14, 9),
      end_time: DateTime.new(2031, 6, 30, 16),
      content: 'Forty paintings of the far north.'
    )
  end

  def enter(input)
    key = { idempotency_key: SecureRandom.uuid }
    event = @api.create_event(input, key)
    Expect.same('the state of a new event', event.publish_status, PublishStatus::DRAFT)
    Expect.same('a repeated event', @api.create_event(input, key).id, event.id)
    Expect.refused(404, 'not_found') { @public_api.retrieve_event(event.id) }
    event.id
  end

  def publish(id, etag)
    patch = EventPatch.new(publish_status: PublishStatus::PUBLISHED, content: nil)
    event, _, headers = @api.partial_update_event_with_http_info(id, etag, patch)
    Expect.same('the state of the event', event.publish_status, PublishStatus::PUBLISHED)
    Expect.same('the text', event.content, nil)
    Expect.same('the event for all', @public_api.retrieve_event(id), event)
    headers['ETag']
  end

  def replace(id, etag, input)
    event, _, headers = @api.update_event_with_http_info(id, etag, input)
    Expect.same('the title', event.title, input.title)
    Expect.same('the text', event.content, input.content)
    Expect.same('the start', event.start_time, input.start_time.to_time)
    Expect.same('the venue of the event', event.venue.id, input.venue)
    headers['ETag']
  end
end
