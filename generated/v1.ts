// Made from openapi/ by `npm run generate`. Do not edit.

// SHA-256 of the contract, the generator and the types: 55fcf276891db4e46a89c4aa27eb572d9ebe499078e7b80037021c00563d0cf4

export interface paths {
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the index
         * @description The absolute URLs of all lists, each under the name of its path, and those of this document, of the
         *     guide and of the changelog. `version` and `deprecations` are those of this document. `/`, outside `/api/v1`,
         *     has the same response; browsers get the start page there.
         */
        get: operations["retrieveIndex"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/marketplace-artworks/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List artworks
         * @description One page of artworks, newest order date first unless `ordering` says otherwise. Each record embeds its author,
         *     artists, gallery, picture, category and tags. `/marketplace-artworks/sparse/` has only the fields that you name.
         */
        get: operations["listMarketplaceArtworks"];
        put?: never;
        /**
         * Submit an artwork
         * @description Adds an artwork of a gallery of which the sender is a member. The service sets slug, sizes in two and
         *     three dimensions, converted prices, order date and author. The artwork is published at once unless
         *     `publish_status` is `draft`.
         */
        post: operations["createMarketplaceArtwork"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/marketplace-artworks/batch/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write many artworks
         * @description Creates, changes and removes up to 10,000 artworks with one request. Each line names an artwork by the
         *     `external_id` that its gallery uses for it. The guide has [a page on
         *     batches](https://api.art-marketplace.example/docs/guide/batches).
         *
         *     A user has one batch at a time, of artworks or events, and a process of the service receives up to 32 batches
         *     at once. Any further batch gets 503 with `Retry-After`. An `Idempotency-Key` is ignored, because a batch can
         *     be repeated at any time.
         */
        post: operations["batchMarketplaceArtworks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/marketplace-artworks/changes/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve changes of artworks
         * @description The changes of the public artworks since a cursor, oldest first. An artwork is here once, with its last change:
         *     `upsert` if it is public, and `delete` if it is not any more, whether it was deleted, archived or deactivated. A
         *     change of what the record embeds is a change of the artwork. Fields marked `x-derived` make no entry.
         *
         *     Without `cursor`, the changes begin with the first one, so they have the whole list. Store `next_cursor`, also
         *     when `results` is empty, and send it with the next request. A cursor can be sent again at any time. The guide
         *     has [a page on copies](https://api.art-marketplace.example/docs/guide/copies).
         */
        get: operations["retrieveMarketplaceArtworkChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/marketplace-artworks/digest/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the digest of the artworks
         * @description The number and the digest of the public artworks with an `id` in a range, and the same for up to 100 parts of it, as
         *     of `cursor`. A copy has the same if `next_cursor` of the changes that it has read last equals it. Where a part
         *     differs, ask for its range: among a million records, four requests find the one that differs. A record of the copy
         *     that is in no part is not public.
         */
        get: operations["retrieveMarketplaceArtworkDigest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/marketplace-artworks/facets/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count artworks by fields
         * @description How many of the public artworks that pass the filters have each value of a field. A facet does not apply the filters
         *     of its own field, so its values are what can be chosen instead. The list at the `url` of a value had `count` records at
         *     `as_of`.
         *
         *     Counts may be up to a minute old when the request arrives, and `as_of` says of when they are. What is not remembered
         *     takes a time that grows with the list, and counts as several requests. If it takes too long, the response is 503. What was
         *     counted until then is remembered, so repeat the request.
         */
        get: operations["retrieveMarketplaceArtworkFacets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/marketplace-artworks/snapshot/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a snapshot of the artworks
         * @description All public artworks in one response, in the order of their ids, one in each line. The first line has the `cursor` of
         *     the changes to go on with, and the last line says that the response is complete. The service reads the artworks while it
         *     sends them. So apply the changes after `cursor` to what you have read: then it is one state, which the digest proves.
         *
         *     To continue a response that was cut, send the `id` of the last record as `after`, and keep the `cursor` of the first
         *     response. It is cut after ten minutes, and when a record of more than 16 KiB has just changed and the change is not among
         *     the changes after ten seconds. A response counts as one more request for each 512 KiB. A process of the service sends up
         *     to 8 at once. One more cuts the newest one of the client that reads the most, if that has more of them than
         *     the sender; otherwise it gets 503 with `Retry-After`.
         */
        get: operations["retrieveMarketplaceArtworkSnapshot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/marketplace-artworks/sparse/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List some fields of artworks
         * @description The list of artworks with only `id` and the named `fields` of each record. It has the same records as the list, in
         *     the same order and on the same pages. Its `ETag` changes only with `count`, the links and these fields.
         */
        get: operations["listSparseMarketplaceArtworks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/marketplace-artworks/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an artwork
         * @description One artwork, exactly as the list shows it. Members of its gallery see it in every state.
         */
        get: operations["retrieveMarketplaceArtwork"];
        put?: never;
        post?: never;
        /**
         * Delete an artwork
         * @description Removes an artwork permanently, in any state. Only members of its gallery and `admin` may do this. To
         *     withdraw it for a time, change its `publish_status` to `archived`.
         */
        delete: operations["deleteMarketplaceArtwork"];
        options?: never;
        head?: never;
        /**
         * Change an artwork
         * @description Changes only the fields in the body (JSON merge patch, RFC 7396), such as `available_for_sale: sold`. Null
         *     clears a field that can be null. Only members of the artwork's gallery and `admin` may do this. `gallery`
         *     moves the artwork to another gallery of the sender, or with the scope `admin` to any gallery.
         */
        patch: operations["partialUpdateMarketplaceArtwork"];
        trace?: never;
    };
    "/events/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description One page of events, latest start first unless `ordering` says otherwise. Each record embeds its author, venue,
         *     category and picture. `/events/sparse/` has only the fields that you name. Calendar programs can subscribe to the
         *     list with `format=ics`.
         */
        get: operations["listEvents"];
        put?: never;
        /**
         * Create an event
         * @description Adds an event, as a draft unless `publish_status` is `published`. The service sets slug, summary,
         *     author, `created_at` and `updated_at`.
         */
        post: operations["createEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/batch/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write many events
         * @description Creates, changes and removes up to 10,000 events of the sender with one request. Each line names an event
         *     by the `external_id` that the sender uses for it. The guide has [a page on
         *     batches](https://api.art-marketplace.example/docs/guide/batches).
         *
         *     A user has one batch at a time, of artworks or events, and a process of the service receives up to 32 batches
         *     at once. Any further batch gets 503 with `Retry-After`. An `Idempotency-Key` is ignored, because a batch can
         *     be repeated at any time.
         */
        post: operations["batchEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/changes/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve changes of events
         * @description The changes of the public events since a cursor, oldest first. An event is here once, with its last change:
         *     `upsert` if it is public, and `delete` if it is not any more, whether it was deleted or archived. A change of what
         *     the record embeds is a change of the event. Fields marked `x-derived` make no entry.
         *
         *     Without `cursor`, the changes begin with the first one, so they have the whole list. Store `next_cursor`, also
         *     when `results` is empty, and send it with the next request. A cursor can be sent again at any time. The guide
         *     has [a page on copies](https://api.art-marketplace.example/docs/guide/copies).
         */
        get: operations["retrieveEventChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/digest/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the digest of the events
         * @description The number and the digest of the public events with an `id` in a range, and the same for up to 100 parts of it, as
         *     of `cursor`. A copy has the same if `next_cursor` of the changes that it has read last equals it. Where a part
         *     differs, ask for its range: among a million records, four requests find the one that differs. A record of the copy
         *     that is in no part is not public.
         */
        get: operations["retrieveEventDigest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/facets/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count events by fields
         * @description How many of the public events that pass the filters have each value of a field. A facet does not apply the filters of
         *     its own field, so its values are what can be chosen instead. The list at the `url` of a value had `count` records at
         *     `as_of`.
         *     Without `at`, `when` is seen from the beginning of the minute.
         *
         *     Counts may be up to a minute old when the request arrives, and `as_of` says of when they are. What is not remembered
         *     takes a time that grows with the list, and counts as several requests. If it takes too long, the response is 503. What was
         *     counted until then is remembered, so repeat the request.
         */
        get: operations["retrieveEventFacets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/rpde/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve changes of events for calendars
         * @description The changes of the public events in the form of OpenActive's
         *     [Realtime Paged Data Exchange 1.0](https://openactive.io/realtime-paged-data-exchange/), ordered by change numbers:
         *     the same as `/events/changes/`, for programs that read such feeds. An event is here once, with its last change. Each
         *     event that is published is in the language of schema.org. Fields that the record does not have are absent.
         *
         *     Begin without `afterChangeNumber`, and follow `next`. The last page has no items, and its `next` is its own URL: read
         *     it again later. The names of the parameters are those of the standard. A number above those that can have been given
         *     leads to the last page. A page counts as one more request for each 100 items.
         */
        get: operations["retrieveEventRpde"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/snapshot/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a snapshot of the events
         * @description All public events in one response, in the order of their ids, one in each line. The first line has the `cursor` of
         *     the changes to go on with, and the last line says that the response is complete. The service reads the events while it
         *     sends them. So apply the changes after `cursor` to what you have read: then it is one state, which the digest proves.
         *
         *     To continue a response that was cut, send the `id` of the last record as `after`, and keep the `cursor` of the first
         *     response. It is cut after ten minutes, and when a record of more than 16 KiB has just changed and the change is not among
         *     the changes after ten seconds. A response counts as one more request for each 512 KiB. A process of the service sends up
         *     to 8 at once. One more cuts the newest one of the client that reads the most, if that has more of them than
         *     the sender; otherwise it gets 503 with `Retry-After`.
         */
        get: operations["retrieveEventSnapshot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/sparse/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List some fields of events
         * @description The list of events with only `id` and the named `fields` of each record. It has the same records as the list, in
         *     the same order and on the same pages. Its `ETag` changes only with `count`, the links and these fields.
         */
        get: operations["listSparseEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an event
         * @description One event, exactly as the list shows it. Its author sees it in every state.
         */
        get: operations["retrieveEvent"];
        /**
         * Replace an event
         * @description Replaces all writable fields of an event. A field that is left out is reset to its default, except
         *     `publish_status`, which keeps its value. Only the event's author and `admin` may do this.
         */
        put: operations["updateEvent"];
        post?: never;
        /**
         * Delete an event
         * @description Removes an event permanently, in any state. Only the event's author and `admin` may do this.
         */
        delete: operations["deleteEvent"];
        options?: never;
        head?: never;
        /**
         * Change an event
         * @description Changes only the fields in the body (JSON merge patch, RFC 7396). Null clears a field that can be
         *     null. Only the event's author and `admin` may do this.
         */
        patch: operations["partialUpdateEvent"];
        trace?: never;
    };
    "/venues/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List venues
         * @description One page of the venues, by name unless `ordering` says otherwise.
         */
        get: operations["listVenues"];
        put?: never;
        /**
         * Create a venue
         * @description Adds a place where events can be held. To avoid a duplicate, first look for its `name` in the list.
         */
        post: operations["createVenue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/venues/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a venue
         * @description One venue, exactly as the list shows it.
         */
        get: operations["retrieveVenue"];
        put?: never;
        post?: never;
        /**
         * Delete a venue
         * @description Removes a venue permanently, if no event refers to it.
         */
        delete: operations["deleteVenue"];
        options?: never;
        head?: never;
        /**
         * Change a venue
         * @description Changes only the fields in the body (JSON merge patch, RFC 7396). Events show the change in `venue` and
         *     `summary`.
         */
        patch: operations["partialUpdateVenue"];
        trace?: never;
    };
    "/venues/{id}/events/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the events of a venue
         * @description One page of the public events at this venue, latest start first unless `ordering` says otherwise. The records are
         *     those of `GET /events/`, and so are the filters.
         */
        get: operations["listEventsOfVenue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/event-categories/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List event categories
         * @description One page of the event categories, by name unless `ordering` says otherwise.
         */
        get: operations["listEventCategories"];
        put?: never;
        /**
         * Create an event category
         * @description Adds a kind of event. Its name must differ from those of all other event categories.
         */
        post: operations["createEventCategory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/event-categories/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an event category
         * @description One category, exactly as the list shows it.
         */
        get: operations["retrieveEventCategory"];
        put?: never;
        post?: never;
        /**
         * Delete an event category
         * @description Removes a category permanently, if no event refers to it.
         */
        delete: operations["deleteEventCategory"];
        options?: never;
        head?: never;
        /**
         * Change an event category
         * @description Changes only the fields in the body (JSON merge patch, RFC 7396).
         */
        patch: operations["partialUpdateEventCategory"];
        trace?: never;
    };
    "/artwork-categories/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List artwork categories
         * @description One page of the artwork categories, by name unless `ordering` says otherwise.
         */
        get: operations["listArtworkCategories"];
        put?: never;
        /**
         * Create an artwork category
         * @description Adds a kind of artwork. Its name must differ from those of all other artwork categories.
         */
        post: operations["createArtworkCategory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/artwork-categories/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an artwork category
         * @description One category, exactly as the list shows it.
         */
        get: operations["retrieveArtworkCategory"];
        put?: never;
        post?: never;
        /**
         * Delete an artwork category
         * @description Removes a category permanently, if no artwork refers to it.
         */
        delete: operations["deleteArtworkCategory"];
        options?: never;
        head?: never;
        /**
         * Change an artwork category
         * @description Changes only the fields in the body (JSON merge patch, RFC 7396).
         */
        patch: operations["partialUpdateArtworkCategory"];
        trace?: never;
    };
    "/artists/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List artists
         * @description One page of the artists, by name unless `ordering` says otherwise.
         */
        get: operations["listArtists"];
        put?: never;
        /**
         * Create an artist
         * @description Adds an artist. To avoid a duplicate, first look for the artist's `name` in the list.
         */
        post: operations["createArtist"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/artists/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an artist
         * @description One artist, exactly as the list shows it.
         */
        get: operations["retrieveArtist"];
        put?: never;
        post?: never;
        /**
         * Delete an artist
         * @description Removes an artist permanently, if no artwork refers to the artist.
         */
        delete: operations["deleteArtist"];
        options?: never;
        head?: never;
        /**
         * Change an artist
         * @description Changes only the fields in the body (JSON merge patch, RFC 7396). The slug stays.
         */
        patch: operations["partialUpdateArtist"];
        trace?: never;
    };
    "/artists/{id}/marketplace-artworks/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the artworks of an artist
         * @description One page of the public artworks that name this artist, newest order date first unless `ordering` says otherwise.
         *     The records are those of `GET /marketplace-artworks/`, and so are the filters.
         */
        get: operations["listArtworksOfArtist"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/galleries/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List galleries
         * @description One page of the galleries, by name unless `ordering` says otherwise.
         */
        get: operations["listGalleries"];
        put?: never;
        /**
         * Create a gallery
         * @description Adds a gallery. The sender becomes its owner, and so its first member. `admin` may name another user as the
         *     owner.
         */
        post: operations["createGallery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/galleries/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a gallery
         * @description One gallery, exactly as the list shows it.
         */
        get: operations["retrieveGallery"];
        put?: never;
        post?: never;
        /**
         * Delete a gallery
         * @description Removes a gallery permanently, if no artwork and no venue refers to it. Only members of the gallery and
         *     `admin` may do this.
         */
        delete: operations["deleteGallery"];
        options?: never;
        head?: never;
        /**
         * Change a gallery
         * @description Changes only the fields in the body (JSON merge patch, RFC 7396). Only members of the gallery and `admin` may
         *     do this. A former owner stays a member.
         */
        patch: operations["partialUpdateGallery"];
        trace?: never;
    };
    "/galleries/{id}/members/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the members of a gallery
         * @description The members of the gallery, and the usernames that are invited and have not accepted, each ordered by
         *     username. Members may write the artworks of the gallery, and change or delete the gallery itself. Only members
         *     and `admin` get this list.
         */
        get: operations["retrieveGalleryMembers"];
        /**
         * Replace the members of a gallery
         * @description Sets the members of the gallery. Only members and `admin` may do this. A named user who is not a member yet is
         *     invited, and becomes a member by accepting (`acceptGalleryInvitation`). Users who are left out are no longer
         *     members or invited; only the owner always stays a member. `If-Match` takes the `ETag` of the members or of the
         *     gallery: both have the same version.
         *
         *     Any username can be invited: the response does not reveal whether such a user exists. A sender has at most 500
         *     invitations that are not accepted; more get 422. A user whom `admin` names must exist, and is a member at
         *     once.
         */
        put: operations["updateGalleryMembers"];
        /**
         * Accept the invitation to a gallery
         * @description Makes the sender a member of the gallery, if a member has invited the sender. All members have the same
         *     rights. Each may make another member the owner, whom the gallery shows to everybody. A member who sends this
         *     again stays a member, so an `Idempotency-Key` is ignored.
         */
        post: operations["acceptGalleryInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/galleries/{id}/marketplace-artworks/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the artworks of a gallery
         * @description One page of the public artworks of this gallery, newest order date first unless `ordering` says otherwise. The
         *     records are those of `GET /marketplace-artworks/`, and so are the filters.
         */
        get: operations["listArtworksOfGallery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tags/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tags
         * @description One page of the tags, by name unless `ordering` says otherwise.
         */
        get: operations["listTags"];
        put?: never;
        /**
         * Create a tag
         * @description Adds a keyword. Its name must differ from those of all other tags.
         */
        post: operations["createTag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tags/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a tag
         * @description One tag, exactly as the list shows it.
         */
        get: operations["retrieveTag"];
        put?: never;
        post?: never;
        /**
         * Delete a tag
         * @description Removes a tag permanently, if no artwork refers to it.
         */
        delete: operations["deleteTag"];
        options?: never;
        head?: never;
        /**
         * Change a tag
         * @description Changes only the fields in the body (JSON merge patch, RFC 7396).
         */
        patch: operations["partialUpdateTag"];
        trace?: never;
    };
    "/exchange-rates/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the exchange rates
         * @description The newest rate of each currency. Prices are converted with these rates; a positive price converts to 0.01 at
         *     least.
         */
        get: operations["retrieveExchangeRates"];
        put?: never;
        /**
         * Import exchange rates
         * @description Stores the rates of a CSV file of the European Central Bank: its daily file (`eurofxref.csv`), or a part of
         *     its history (`eurofxref-hist.csv`) with the header. The daily file has less than 1 KiB, and the rates of 90
         *     days have less than 30 KiB. The whole history since 1999 is larger than a body may be, so the operator of the
         *     service imports it by a command. Rates that the file does not have stay as they are. The same file can be sent
         *     again: it then changes nothing.
         *
         *     If a line of the file is invalid, nothing is stored, and 422 names the line and the column. The same
         *     applies to a rate that differs by a factor of 5 or more from that of the day before or after it. Send
         *     `allow_jumps=true` to store such a rate.
         */
        post: operations["importExchangeRates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exchange-rates/{date}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete the exchange rates of a day
         * @description Removes the rates of all currencies of a day, for example those of a wrong file. Prices are then converted
         *     with the newest of the remaining rates; a price without a rate has a `price_usd` of null. This deletion
         *     needs no `If-Match`.
         */
        delete: operations["deleteExchangeRates"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description One page of the sender's API keys that are not revoked, the newest first. With the scope `admin`, the list has
         *     the keys of all users. Only the response to the creation of a key has the key itself.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Creates a key, or with `replaces` the successor of a key. Only this response has the key itself. The
         *     service does not store it, so it cannot repeat it: an `Idempotency-Key` is ignored. After a lost response,
         *     look for the key in the list, delete it, and create another one.
         *
         *     Only `admin` may create a key for another user, or with scopes that the sender's key does not have. Without
         *     `admin`, a new key expires no later than the sender's key. A successor may expire later, but its lifetime is
         *     at most that of the sender's key. A user has at most 20 keys that are valid or were valid within the last
         *     minute, and at most 1,000 that are not revoked, expired ones included.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an API key
         * @description One API key, exactly as the list shows it.
         */
        get: operations["retrieveApiKey"];
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Revokes a key at once. A revoked key is in no list. A key can revoke itself only with its `ETag`: with
         *     `If-Match: *`, which a program may send for every record, the response is 409.
         */
        delete: operations["deleteApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description One page of the sender's webhooks, the newest first. With the scope `admin`, the list has those of all users. No
         *     response but those that create or replace a secret has it.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Subscribes a URL to the changes from now on. Only this response has the secret with which messages are signed.
         *     An `Idempotency-Key` is ignored. After a lost response, look for the webhook in the list and replace its secret.
         *     A user has at most 20 webhooks; one more gets 422. Of a webhook, one message is under way at a time, and of a user,
         *     four. So slow receivers delay only those of the same user. The request counts as 20 by the rate limit.
         *
         *     `webhooks` of this document describes the messages, and what a receiver must check.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a webhook
         * @description One webhook, exactly as the list shows it.
         */
        get: operations["retrieveWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Deletes a webhook and its log. A message that is being sent may still arrive.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description Changes only the fields in the body (JSON merge patch, RFC 7396). A waiting message is then sent at once, but that of a
         *     collection that is removed is not sent. A collection that is added begins with the changes from now on. For each
         *     waiting message, the request counts as 20 by the rate limit.
         */
        patch: operations["partialUpdateWebhook"];
        trace?: never;
    };
    "/webhooks/{id}/secret/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of a webhook
         * @description Creates a new secret, which only this response has. For 24 hours, each message has two signatures: with the new
         *     secret, and with the one before. A secret that was replaced earlier is valid no more. An `Idempotency-Key` is ignored.
         *     For each waiting message, the request counts as 20 by the rate limit.
         */
        post: operations["replaceWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/ping/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message
         * @description Sends a message of the type `ping`, once, also for a webhook that is not active. The response does not wait for it:
         *     the log has its result. An `Idempotency-Key` is ignored. While 10 messages of a webhook wait, one more gets 409. A
         *     message counts as 20 requests by the rate limit.
         */
        post: operations["pingWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the log of a webhook
         * @description The last deliveries of a webhook, the newest first, at most 100. `before` leads to older ones. The log has the
         *     last 1,000 deliveries of the last 30 days.
         */
        get: operations["retrieveWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/redelivery/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message again
         * @description Sends the message of a delivery again, once, with the same `webhook-id`, also for a webhook that is not active.
         *     The response does not wait for it: the log has its result. An `Idempotency-Key` is ignored. While 10 messages of a
         *     webhook wait, one more gets 409. The response is 404 if the log has no such delivery. A message counts as 20 requests
         *     by the rate limit.
         */
        post: operations["redeliverWebhookMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    message: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A message to a webhook
         * @description The service sends this request to the URL of a webhook, as Standard Webhooks 1.0 describes
         *     (https://www.standardwebhooks.com). A receiver must verify the signature before it reads the body:
         *
         *     - `webhook-signature` has signatures `v1,...`, separated by spaces. One of them must be the base64 of the
         *       HMAC-SHA256 of `webhook-id`, `webhook-timestamp` and the bytes of the body, joined by full stops.
         *     - The key is the base64 after `whsec_` of the secret. Compare in constant time.
         *     - `webhook-timestamp` must be at most five minutes from the receiver's clock.
         *     - A message can arrive twice, with the same `webhook-id`, and after a later one.
         *
         *     A message is a hint: read the changes from the feed, as of the last `next_cursor` that you have processed. A lost
         *     message then loses nothing. While a message is not delivered, later changes of its list wait for the next one.
         *
         *     Respond within 10 seconds with 2xx. Anything else is a failure, also a redirect, which is not followed. The service
         *     uses only the status of the response, and reads 8 KiB of it at most. A message is repeated up to nine times over three days, after about 5
         *     seconds, 5 minutes, 30 minutes, and 2, 5, 10, 14, 20 and 24 hours. If the last attempt fails too, or the response is
         *     410, the webhook is disabled until a PATCH with `is_active`.
         */
        post: operations["sendWebhookMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * Format: double
         * @description A bound of an amount, as a number of JSON.
         * @example 100
         */
        AmountBound: number;
        /**
         * @description Ids of which a record has at least one, in decimal digits, separated by commas.
         * @example 1,2
         */
        AnyOfIds: string;
        /** @description An operation or a parameter that may be removed later. */
        ApiDeprecation: {
            /**
             * @description What is deprecated.
             * @example parameter
             */
            kind: string;
            /**
             * @description The operationId of the operation, or the name of the parameter.
             * @example sort
             */
            name: string;
            /**
             * @description The first day on which it is deprecated.
             * @example 2030-01-15
             */
            since: string;
            /**
             * @description The first day on which it may be gone.
             * @example 2031-01-15
             */
            sunset: string;
            /**
             * @description What to use instead, in Markdown.
             * @example Use `ordering` instead.
             */
            description: string;
            /**
             * @description The operationIds of the operations that have it.
             * @example [
             *       "listEvents",
             *       "listVenues"
             *     ]
             */
            operations: string[];
        };
        /** @description The URLs of the lists and the documents, and what is deprecated. */
        ApiIndex: {
            /**
             * Format: uri
             * @description The list of artworks.
             * @example https://api.art-marketplace.example/api/v1/marketplace-artworks/
             */
            "marketplace-artworks": string;
            /**
             * Format: uri
             * @description The list of events.
             * @example https://api.art-marketplace.example/api/v1/events/
             */
            events: string;
            /**
             * Format: uri
             * @description The list of venues.
             * @example https://api.art-marketplace.example/api/v1/venues/
             */
            venues: string;
            /**
             * Format: uri
             * @description The list of event categories.
             * @example https://api.art-marketplace.example/api/v1/event-categories/
             */
            "event-categories": string;
            /**
             * Format: uri
             * @description The list of artwork categories.
             * @example https://api.art-marketplace.example/api/v1/artwork-categories/
             */
            "artwork-categories": string;
            /**
             * Format: uri
             * @description The list of artists.
             * @example https://api.art-marketplace.example/api/v1/artists/
             */
            artists: string;
            /**
             * Format: uri
             * @description The list of galleries.
             * @example https://api.art-marketplace.example/api/v1/galleries/
             */
            galleries: string;
            /**
             * Format: uri
             * @description The list of tags.
             * @example https://api.art-marketplace.example/api/v1/tags/
             */
            tags: string;
            /**
             * Format: uri
             * @description The exchange rates.
             * @example https://api.art-marketplace.example/api/v1/exchange-rates/
             */
            "exchange-rates": string;
            /**
             * Format: uri
             * @description The list of API keys.
             * @example https://api.art-marketplace.example/api/v1/api-keys/
             */
            "api-keys": string;
            /**
             * Format: uri
             * @description This document, as JSON.
             * @example https://api.art-marketplace.example/openapi/v1.json
             */
            openapi: string;
            /**
             * Format: uri
             * @description The guide for partners.
             * @example https://api.art-marketplace.example/docs/guide
             */
            guide: string;
            /**
             * Format: uri
             * @description The list of webhooks.
             * @example https://api.art-marketplace.example/api/v1/webhooks/
             */
            webhooks: string;
            /**
             * Format: uri
             * @description The releases of this document, as an Atom feed.
             * @example https://api.art-marketplace.example/docs/changelog.atom
             */
            changelog: string;
            /**
             * @description The version of this document. The middle number grows with each release that adds something.
             * @example 1.4.0
             */
            version: string;
            /**
             * @description What is deprecated, the earliest sunset first.
             * @example []
             */
            deprecations: components["schemas"]["ApiDeprecation"][];
        };
        /** @description An API key, without the key itself. */
        ApiKey: {
            /**
             * Format: int64
             * @description Identifies the key.
             * @example 4
             */
            id: number;
            /**
             * @description The first characters of the key, by which its owner can recognise it.
             * @example amk_Zk3v9QxT
             */
            hint: string;
            owner: components["schemas"]["User"];
            /**
             * @description What the key may write.
             * @example [
             *       "events:write"
             *     ]
             */
            scopes: string[];
            /**
             * Format: date-time
             * @description When the key was created (UTC).
             * @example 2026-04-01T08:00:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the key expires (UTC); null if it does not expire.
             * @example 2026-07-01T08:00:00Z
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When the key was last used (UTC), to the minute; null if it was not used yet.
             * @example null
             */
            last_used_at: string | null;
            /**
             * Format: int64
             * @description `id` of the key that replaces this one; null if there is none.
             * @example null
             */
            replaced_by: number | null;
        };
        /**
         * @description The body that creates an API key. With `replaces`, the new key gets the owner, the scopes and the lifetime
         *     of the other key, counted from now. `overlap_hours` is then the only other field that is allowed.
         */
        ApiKeyInput: {
            /**
             * @description Username of the owner, of letters, digits, `.`, `_` and `-`; the sender by default. Only `admin` may name
             *     another user. If no user has this name, the service creates the user. Everybody sees the name, so it must
             *     not be that of a person.
             * @example kunsthal-nord
             */
            owner?: string;
            /**
             * @description What the key may write. Required without `replaces`.
             * @example [
             *       "events:write"
             *     ]
             */
            scopes?: components["schemas"]["ApiKeyScope"][];
            /**
             * Format: date-time
             * @description When the key expires, in the future; null if it does not expire. By default, it does not expire. But if
             *     the sender's key expires and does not have `admin`, the new key expires no later, and by default at the
             *     same time.
             * @example 2031-07-01T08:00:00Z
             */
            expires_at?: string | null;
            /**
             * Format: int64
             * @description `id` of the valid key that the new one replaces; it has no successor yet. A key can replace itself. The
             *     replaced key expires after the overlap. Without `admin`, its lifetime, from creation to expiry, is at most
             *     that of the sender's key.
             * @example 4
             */
            replaces?: number;
            /**
             * Format: int32
             * @description Hours for which the replaced key stays valid, but not beyond its own expiry. 24 by default. Only allowed
             *     with `replaces`.
             * @example 24
             */
            overlap_hours?: number;
        };
        /** @description One page of the API keys. */
        ApiKeyPage: {
            /**
             * Format: int32
             * @description Number of keys in the list.
             * @example 24
             */
            count: number;
            /**
             * Format: uri
             * @description Link to the following page; null on the last one.
             * @example null
             */
            next: string | null;
            /**
             * Format: uri
             * @description Link to the preceding page; null on the first one.
             * @example null
             */
            previous: string | null;
            /** @description The API keys of this page, in order. */
            results: components["schemas"]["ApiKey"][];
        };
        /**
         * @description What a key may write.
         * @enum {string}
         */
        ApiKeyScope: "artworks:write" | "catalogue:write" | "events:write" | "admin" | "webhooks";
        /** @description A person or group that makes artworks. */
        Artist: {
            /**
             * Format: int64
             * @description Identifies the artist.
             * @example 309
             */
            id: number;
            /**
             * @description The artist's professional name.
             * @example Ines Falk
             */
            name: string;
            /**
             * @description URL-safe name of the artist.
             * @example ines-falk
             */
            slug: string;
            /**
             * @description A few words about the artist.
             * @example Born 1951, Danish
             */
            summary: string | null;
            /** @description A picture of the artist, if there is one. */
            featured_image: components["schemas"]["Image"] | null;
            more_artworks: components["schemas"]["MoreArtworks"];
            /**
             * @description Whether at least one published, active artwork is by this artist.
             * @example true
             */
            has_artworks: boolean;
        };
        /** @description The body that creates an artist. */
        ArtistInput: {
            /**
             * @description The name, with a visible character and without control characters.
             * @example Ines Falk
             */
            name: string;
            /**
             * @description A few words about the artist. Null by default.
             * @example Born 1951, Danish
             */
            summary?: string | null;
            /** @description A picture. None when null or left out. */
            featured_image?: components["schemas"]["PictureInput"] | null;
        };
        /** @description One page of the artists. */
        ArtistPage: {
            /**
             * Format: int32
             * @description Number of artists that match the filter.
             * @example 912
             */
            count: number;
            /**
             * Format: uri
             * @description Link to the following page; null on the last one.
             * @example null
             */
            next: string | null;
            /**
             * Format: uri
             * @description Link to the preceding page; null on the first one.
             * @example null
             */
            previous: string | null;
            /** @description The artists of this page, in order. */
            results: components["schemas"]["Artist"][];
        };
        /** @description The fields of an artist to change (JSON merge patch, RFC 7396). A field that is left out keeps its value. */
        ArtistPatch: {
            /**
             * @description The name, with a visible character and without control characters.
             * @example Ines Falk
             */
            name?: string;
            /**
             * @description A few words about the artist.
             * @example Born 1951, Danish
             */
            summary?: string | null;
            /** @description Changes to the picture; null takes it away. */
            featured_image?: components["schemas"]["PicturePatch"] | null;
        };
        /** @description An artwork offered for sale by a gallery. */
        Artwork: {
            /**
             * Format: int64
             * @description Permanent identifier of the artwork.
             * @example 4711
             */
            id: number;
            /**
             * @description The artwork's title.
             * @example Harbour at Dusk
             */
            title: string;
            /**
             * @description URL-safe name of the artwork. It ends in a short random suffix if the artwork was not public when it was
             *     created, or if an atomic batch created it. It also has one if another artwork had the slug without it.
             * @example harbour-at-dusk-k3x9
             */
            slug: string;
            /** @description The artists, in the order of their credits. Empty when unknown. */
            artists: components["schemas"]["Artist"][];
            gallery: components["schemas"]["Gallery"];
            /**
             * @description Unit of the sizes.
             * @example centimeter
             */
            units: string;
            /**
             * Format: int32
             * @description Year it was made; negative before the common era, null when unknown.
             * @example 1987
             */
            year_of_creation: number | null;
            /**
             * @description Whether it can be bought.
             * @example available
             */
            available_for_sale: string;
            featured_image: components["schemas"]["ArtworkImage"];
            /** @description The user who created the record; null if no user created it. */
            author: components["schemas"]["User"] | null;
            /**
             * Format: double
             * @description Height in `units`; null when unknown.
             * @example 60.5
             */
            size_h: number | null;
            /**
             * Format: double
             * @description Width in `units`; null when unknown.
             * @example 80
             */
            size_w: number | null;
            /**
             * Format: double
             * @description Depth in `units`; null when unknown or flat.
             * @example 2.5
             */
            size_d: number | null;
            /**
             * Format: double
             * @description `size_h` x `size_w` as binary floating point; 0 when one of them is unknown.
             * @example 4840
             */
            size_hw: number;
            /**
             * Format: double
             * @description `size_hw` x `size_d` as binary floating point; null when `size_d` is null.
             * @example 12100
             */
            size_hwd: number | null;
            category: components["schemas"]["ArtworkCategory"];
            /**
             * Format: double
             * @description Price in `price_currency`; null unless `price_display` is `show price`.
             * @example 2400
             */
            price: number | null;
            /**
             * @description ISO 4217 code of the currency of `price`.
             * @example GBP
             */
            price_currency: string;
            /**
             * @description How the price is shown.
             * @example show price
             */
            price_display: string;
            /**
             * Format: double
             * @description Lower end of the range; null unless `price_display` is `price range`.
             * @example null
             */
            min_price: number | null;
            /**
             * Format: double
             * @description Upper end of the range; null unless `price_display` is `price range`.
             * @example null
             */
            max_price: number | null;
            /**
             * @description ISO 4217 code of the currency of `min_price`.
             * @example EUR
             */
            min_price_currency: string;
            /**
             * @description ISO 4217 code of the currency of `max_price`.
             * @example EUR
             */
            max_price_currency: string;
            /**
             * Format: double
             * @description `price` in US dollars, converted with the newest reference rate; null without a price or a rate. In the
             *     public list ordered by `price_usd`, new rates take effect within minutes, in the order and the prices
             *     together.
             * @example 3221.03
             */
            price_usd: number | null;
            /**
             * @description `price` in euros, converted with the newest reference rate, as a string with two decimals; null without a
             *     price or a rate. In the public list ordered by `price_usd`, new rates take effect within minutes.
             * @example 2756.78
             */
            price_eur: string | null;
            /**
             * @description Currency of `price_usd`.
             * @example USD
             */
            price_usd_currency: string;
            /**
             * @description Whether a buyer may offer less than the price.
             * @example true
             */
            allow_discounted_offers: boolean;
            /**
             * @description Whether offers are made to interested buyers automatically.
             * @example true
             */
            automated_offers: boolean;
            /**
             * Format: int32
             * @description Discount of an automated offer in percent; set exactly when `automated_offers` is true.
             * @example 10
             */
            automated_offers_discount_rate: number | null;
            /**
             * Format: int32
             * @description Number of days for which an automated offer is valid; set exactly when `automated_offers` is true.
             * @example 7
             */
            automated_offer_days_valid: number | null;
            /**
             * @description Whether it can be bought without asking the gallery first.
             * @example false
             */
            allow_instant_buy: boolean;
            /** @description Tags of the artwork; may be empty. */
            tags: components["schemas"]["Tag"][];
            /**
             * @description State of the record. The public sees `published` ones only.
             * @example published
             */
            publish_status: string;
            /**
             * @description Whether the gallery offers it now. The public sees active ones only.
             * @example true
             */
            is_active: boolean;
            /**
             * Format: date-time
             * @description When the record was created (UTC).
             * @example 2024-05-07T09:30:00.123456Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The date for the default ordering (UTC).
             * @example 2024-05-08T10:00:00Z
             */
            order_date: string;
            business_user: components["schemas"]["User"];
            /**
             * @description Materials, as free text; may end with a newline.
             * @example Oil on canvas
             */
            medium: string | null;
            /**
             * @description Street and number of the place to collect it from.
             * @example 12 Quay Street
             */
            street_address: string | null;
            /**
             * @description City of the place to collect it from; may be empty.
             * @example Bristol
             */
            city: string | null;
            /**
             * @description Postal code of the place to collect it from; may be empty.
             * @example BS1 4DJ
             */
            zip_code: string | null;
            /**
             * @description State or region of the place to collect it from.
             * @example null
             */
            state: string | null;
        };
        /**
         * @description A line of a batch. It has exactly one of the fields `artwork`, `patch` and `remove`. `artwork` creates the
         *     artwork; if it exists, only the fields in `artwork` change. `patch` changes the fields in it, as PATCH does.
         *     It never creates an artwork: where there is none, the line gets 404. `remove` deletes the artwork.
         */
        ArtworkBatchLine: {
            external_id: components["schemas"]["ExternalId"];
            artwork?: components["schemas"]["ArtworkInput"];
            patch?: components["schemas"]["ArtworkPatch"];
            /**
             * Format: int64
             * @description `id` of the gallery of the artwork. Required with `patch` and `remove`.
             * @example 57
             */
            gallery?: number;
            /**
             * @description True removes the artwork. An artwork that does not exist counts as removed.
             * @example true
             */
            remove?: boolean;
        };
        /** @description A kind of artwork. */
        ArtworkCategory: {
            /**
             * Format: int64
             * @description Identifies the category.
             * @example 2
             */
            id: number;
            /**
             * Format: date-time
             * @description When the category was created (UTC).
             * @example 2018-01-15T12:00:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the category last changed (UTC).
             * @example 2018-01-15T12:00:00Z
             */
            updated_at: string;
            /**
             * @description The category's name.
             * @example Paintings
             */
            name: string;
            /**
             * @description Scope of the category.
             * @example null
             */
            description: string | null;
            /**
             * @description Description for search engines.
             * @example null
             */
            meta_description: string | null;
            /**
             * @description Caption beside the category.
             * @example null
             */
            caption: string | null;
            /**
             * @description Tooltip text of the category.
             * @example null
             */
            tooltip: string | null;
            /**
             * @description Notes of the editors.
             * @example null
             */
            editor_notes: string | null;
            /**
             * @description Ids of the users who collect in this category.
             * @example []
             */
            collectors: string[];
        };
        /** @description The body that creates an artwork category. */
        ArtworkCategoryInput: {
            /**
             * @description The name, with a visible character and without control characters.
             * @example Glass and mosaics
             */
            name: string;
            /**
             * @description Scope of the category. Null by default.
             * @example Tapestries and carpets.
             */
            description?: string | null;
            /**
             * @description Description for search engines. Null by default.
             * @example null
             */
            meta_description?: string | null;
            /**
             * @description Caption beside the category. Null by default.
             * @example null
             */
            caption?: string | null;
            /**
             * @description Tooltip text of the category. Null by default.
             * @example null
             */
            tooltip?: string | null;
            /**
             * @description Notes of the editors. Null by default.
             * @example null
             */
            editor_notes?: string | null;
        };
        /** @description One page of the artwork categories. */
        ArtworkCategoryPage: {
            /**
             * Format: int32
             * @description Number of artwork categories that match the filter.
             * @example 5
             */
            count: number;
            /**
             * Format: uri
             * @description Link to the following page; null on the last one.
             * @example null
             */
            next: string | null;
            /**
             * Format: uri
             * @description Link to the preceding page; null on the first one.
             * @example null
             */
            previous: string | null;
            /** @description The artwork categories of this page, in order. */
            results: components["schemas"]["ArtworkCategory"][];
        };
        /** @description The fields of an artwork category to change (JSON merge patch, RFC 7396). A field that is left out keeps its value. */
        ArtworkCategoryPatch: {
            /**
             * @description The name, with a visible character and without control characters.
             * @example Textile art
             */
            name?: string;
            /**
             * @description Scope of the category.
             * @example Tapestries and carpets.
             */
            description?: string | null;
            /**
             * @description Description for search engines.
             * @example null
             */
            meta_description?: string | null;
            /**
             * @description Caption beside the category.
             * @example null
             */
            caption?: string | null;
            /**
             * @description Tooltip text of the category.
             * @example null
             */
            tooltip?: string | null;
            /**
             * @description Notes of the editors.
             * @example null
             */
            editor_notes?: string | null;
        };
        /** @description The last change of an artwork. */
        ArtworkChange: {
            /**
             * Format: int64
             * @description The artwork's `id`.
             * @example 4711
             */
            id: number;
            /**
             * @description `upsert`: the artwork is public, and new or changed. `delete`: it is not public any more.
             * @example upsert
             */
            op: string;
            /**
             * Format: date-time
             * @description When the service recorded the change, as a rule within a second of it.
             * @example 2024-05-07T09:30:00.123456Z
             */
            changed_at: string;
            /**
             * @description The artwork as it was at `changed_at`; null for a `delete`, and without `include=record`. For current values
             *     of fields marked `x-derived`, compute them or read the artwork.
             */
            record: components["schemas"]["Artwork"] | null;
        };
        /** @description Changes of artworks, in order. */
        ArtworkChanges: {
            /** @description The changes, oldest first. */
            results: components["schemas"]["ArtworkChange"][];
            /**
             * @description The `cursor` of the next request.
             * @example ZTA4NmM5YzItNGIwZC00ZTVhLTkzYzgtZjQwZjE0YTdkYzIxOjQ3MTE6NDcwMA
             */
            next_cursor: string;
            /**
             * @description Whether there are further changes already. A record of more than 16 KiB that has changed since its entry is here
             *     as it is now, and its next entry follows soon.
             * @example false
             */
            has_more: boolean;
            /** @description The list as of `next_cursor`, by which a copy can verify itself; null while `has_more` is true. */
            summary: components["schemas"]["ListSummary"] | null;
        };
        /** @description The artworks that pass filters, counted by fields. */
        ArtworkFacets: {
            /**
             * Format: date-time
             * @description The counts have all changes before this time.
             * @example 2024-03-01T10:00:00Z
             */
            as_of: string;
            /**
             * Format: int32
             * @description Number of artworks that pass all filters.
             * @example 214
             */
            count: number;
            facets: components["schemas"]["CountsOfArtworks"];
        };
        /**
         * @description The name of a field of `Artwork`.
         * @enum {string}
         */
        ArtworkField: "id" | "title" | "slug" | "artists" | "gallery" | "units" | "year_of_creation" | "available_for_sale" | "featured_image" | "author" | "size_h" | "size_w" | "size_d" | "size_hw" | "size_hwd" | "category" | "price" | "price_currency" | "price_display" | "min_price" | "max_price" | "min_price_currency" | "max_price_currency" | "price_usd" | "price_eur" | "price_usd_currency" | "allow_discounted_offers" | "automated_offers" | "automated_offers_discount_rate" | "automated_offer_days_valid" | "allow_instant_buy" | "tags" | "publish_status" | "is_active" | "created_at" | "order_date" | "business_user" | "medium" | "street_address" | "city" | "zip_code" | "state";
        /**
         * @description The picture of an artwork, in six renditions. An artwork without a picture of its own has the
         *     marketplace's placeholder picture.
         */
        ArtworkImage: {
            /**
             * Format: int64
             * @description Identifies the picture among those of artworks.
             * @example 9120
             */
            id: number;
            image: components["schemas"]["ArtworkImageRenditions"];
            /** @description The picture's main colours, the most frequent first. It is empty when the colours are unknown, and for an artwork without a picture. */
            colors_data: components["schemas"]["Color"][];
            /**
             * @description The ids of the entries of `colors_data`, in the same order.
             * @example [
             *       3,
             *       14,
             *       20
             *     ]
             */
            colors: number[];
            /**
             * Format: date-time
             * @description When the picture was added (UTC).
             * @example 2024-05-07T09:30:00.123456Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the picture last changed (UTC).
             * @example 2024-05-07T09:31:12Z
             */
            updated_at: string;
            /**
             * @description Whether the WebP renditions exist; until then, their URLs are those of the other renditions.
             * @example true
             */
            is_converted_to_webp: boolean;
            /**
             * @description Caption below the picture.
             * @example null
             */
            caption: string | null;
            /**
             * @description Alternative text for screen readers.
             * @example Boats in a harbour under a red sky
             */
            alt_text: string | null;
            /**
             * @description Content of the picture.
             * @example null
             */
            description: string | null;
            /**
             * Format: uuid
             * @description `id` of the user who added it; null if no user added it.
             * @example 0b9e6a5e-6c3c-4f0e-9a35-2f1b3c8d7e10
             */
            uploaded_by: string | null;
        };
        /** @description URLs of the renditions of an artwork's picture. */
        ArtworkImageRenditions: {
            /**
             * Format: uri
             * @description Smallest rendition.
             * @example https://media.art-marketplace.example/artworks/9120/thumbnail_small.jpg
             */
            thumbnail_small: string;
            /**
             * Format: uri
             * @description Rendition for a grid.
             * @example https://media.art-marketplace.example/artworks/9120/thumbnail.jpg
             */
            thumbnail: string;
            /**
             * Format: uri
             * @description The picture as it was added.
             * @example https://media.art-marketplace.example/artworks/9120/full_size.jpg
             */
            full_size: string;
            /**
             * Format: uri
             * @description Rendition for a grid, as WebP.
             * @example https://media.art-marketplace.example/artworks/9120/thumbnail.webp
             */
            thumbnail_webp: string;
            /**
             * Format: uri
             * @description The picture in full size, as WebP.
             * @example https://media.art-marketplace.example/artworks/9120/full_size.webp
             */
            full_size_webp: string;
            /**
             * Format: uri
             * @description Smallest rendition, as WebP.
             * @example https://media.art-marketplace.example/artworks/9120/thumbnail_small.webp
             */
            thumbnail_small_webp: string;
        };
        /**
         * @description The body that creates an artwork. By default, `publish_status` is `published`,
         *     `available_for_sale` is `available`, `price_currency` is `EUR`, and the currencies of the range
         *     are `price_currency`.
         */
        ArtworkInput: {
            /**
             * @description The title, with a visible character and without control characters.
             * @example Harbour at Dusk
             */
            title: string;
            /**
             * @description The `id` of each artist, in the order of their credits; empty when unknown.
             * @example [
             *       1
             *     ]
             */
            artists: number[];
            /**
             * Format: int64
             * @description `id` of the gallery that offers it.
             * @example 1
             */
            gallery: number;
            units: components["schemas"]["SizeUnit"];
            /**
             * Format: int32
             * @description Year it was made; negative before the common era. Null by default.
             * @example 1987
             */
            year_of_creation?: number | null;
            available_for_sale?: components["schemas"]["SaleStatus"];
            /** @description The picture. The placeholder picture when null or left out. */
            featured_image?: components["schemas"]["PictureInput"] | null;
            /**
             * Format: double
             * @description Height in `units`. Null by default.
             * @example 60.5
             */
            size_h?: number | null;
            /**
             * Format: double
             * @description Width in `units`. Null by default.
             * @example 80
             */
            size_w?: number | null;
            /**
             * Format: double
             * @description Depth in `units`. Null by default.
             * @example null
             */
            size_d?: number | null;
            /**
             * Format: int64
             * @description `id` of the artwork category.
             * @example 2
             */
            category: number;
            /**
             * Format: double
             * @description Price in `price_currency`, with at most two decimals. Required if `price_display` is `show
             *     price`, and not allowed otherwise.
             * @example 2400
             */
            price?: number | null;
            price_currency?: components["schemas"]["Currency"];
            price_display: components["schemas"]["PriceDisplay"];
            /**
             * Format: double
             * @description Lower end of the range. Required if `price_display` is `price range`, and not allowed otherwise.
             * @example null
             */
            min_price?: number | null;
            /**
             * Format: double
             * @description Upper end of the range. Required if `price_display` is `price range`, and not allowed otherwise.
             * @example null
             */
            max_price?: number | null;
            min_price_currency?: components["schemas"]["Currency"];
            max_price_currency?: components["schemas"]["Currency"];
            /**
             * @description Whether a buyer may offer less than the price. False by default.
             * @example true
             */
            allow_discounted_offers?: boolean;
            /**
             * @description Whether offers are made to interested buyers automatically. False by default.
             * @example true
             */
            automated_offers?: boolean;
            /**
             * Format: int32
             * @description Discount of an automated offer in percent. Required if `automated_offers` is true, and not
             *     allowed otherwise.
             * @example 10
             */
            automated_offers_discount_rate?: number | null;
            /**
             * Format: int32
             * @description Number of days for which an automated offer is valid. Required if `automated_offers` is true, and
             *     not allowed otherwise.
             * @example 7
             */
            automated_offer_days_valid?: number | null;
            /**
             * @description Whether it can be bought without asking the gallery first. False by default.
             * @example false
             */
            allow_instant_buy?: boolean;
            /**
             * @description The `id` of each tag. None by default.
             * @example [
             *       1
             *     ]
             */
            tags?: number[];
            publish_status?: components["schemas"]["PublishStatus"];
            /**
             * @description Whether the gallery offers it now. The public sees no inactive artwork; members of its gallery and
             *     `admin` do. True by default.
             * @example true
             */
            is_active?: boolean;
            /**
             * @description Materials, as free text. Null by default.
             * @example Oil on canvas
             */
            medium?: string | null;
            /**
             * @description Street and number of the place to collect it from. Null by default.
             * @example 12 Quay Street
             */
            street_address?: string | null;
            /**
             * @description City of the place to collect it from. Null by default.
             * @example Bristol
             */
            city?: string | null;
            /**
             * @description Postal code of the place to collect it from. Null by default.
             * @example BS1 4DJ
             */
            zip_code?: string | null;
            /**
             * @description State or region of the place to collect it from. Null by default.
             * @example null
             */
            state?: string | null;
        };
        /**
         * @description A sort key of artworks, with `-` for descending. `-relevance` adds a number for each word of `q`. It is 4 for the whole
         *     word in the title or the name of an artist, and 3 for its beginning or a misspelling there. It is 2 for the gallery
         *     or a tag, and 1 for the medium. Without `q`, it is the order of a request without `ordering`.
         * @enum {string}
         */
        ArtworkOrdering: "order_date" | "-order_date" | "created_at" | "-created_at" | "title" | "-title" | "price" | "-price" | "price_usd" | "-price_usd" | "views_count" | "-views_count" | "published_at" | "-published_at" | "updated_at" | "-updated_at" | "-relevance";
        /** @description One page of the artworks on offer. */
        ArtworkPage: {
            /**
             * Format: int32
             * @description Number of artworks in the whole list.
             * @example 5651
             */
            count: number;
            /**
             * Format: uri
             * @description Link to the following page; null on the last one.
             * @example https://api.art-marketplace.example/api/v1/marketplace-artworks/?limit=18&offset=18&ordering=-price
             */
            next: string | null;
            /**
             * Format: uri
             * @description Link to the preceding page; null on the first one.
             * @example null
             */
            previous: string | null;
            /** @description The artworks of this page, in order. */
            results: components["schemas"]["Artwork"][];
        };
        /**
         * @description The fields of an artwork to change (JSON merge patch, RFC 7396). A field that is left out keeps its value, so
         *     a change of `price_display` also needs the prices that it requires, and null for the others.
         */
        ArtworkPatch: {
            /**
             * @description The title, with a visible character and without control characters.
             * @example Harbour at Dusk
             */
            title?: string;
            /**
             * @description The `id` of each artist, in the order of their credits; empty when unknown.
             * @example [
             *       1
             *     ]
             */
            artists?: number[];
            /**
             * Format: int64
             * @description `id` of the gallery that offers it.
             * @example 1
             */
            gallery?: number;
            units?: components["schemas"]["SizeUnit"];
            /**
             * Format: int32
             * @description Year it was made; negative before the common era.
             * @example 1987
             */
            year_of_creation?: number | null;
            available_for_sale?: components["schemas"]["SaleStatus"];
            /** @description Changes to the picture; null takes it away. */
            featured_image?: components["schemas"]["PicturePatch"] | null;
            /**
             * Format: double
             * @description Height in `units`.
             * @example 60.5
             */
            size_h?: number | null;
            /**
             * Format: double
             * @description Width in `units`.
             * @example 80
             */
            size_w?: number | null;
            /**
             * Format: double
             * @description Depth in `units`.
             * @example null
             */
            size_d?: number | null;
            /**
             * Format: int64
             * @description `id` of the artwork category.
             * @example 2
             */
            category?: number;
            /**
             * Format: double
             * @description Price in `price_currency`, with at most two decimals. Required if `price_display` is `show
             *     price`, and not allowed otherwise.
             * @example 2400
             */
            price?: number | null;
            price_currency?: components["schemas"]["Currency"];
            price_display?: components["schemas"]["PriceDisplay"];
            /**
             * Format: double
             * @description Lower end of the range. Required if `price_display` is `price range`, and not allowed otherwise.
             * @example null
             */
            min_price?: number | null;
            /**
             * Format: double
             * @description Upper end of the range. Required if `price_display` is `price range`, and not allowed otherwise.
             * @example null
             */
            max_price?: number | null;
            min_price_currency?: components["schemas"]["Currency"];
            max_price_currency?: components["schemas"]["Currency"];
            /**
             * @description Whether a buyer may offer less than the price.
             * @example true
             */
            allow_discounted_offers?: boolean;
            /**
             * @description Whether offers are made to interested buyers automatically.
             * @example true
             */
            automated_offers?: boolean;
            /**
             * Format: int32
             * @description Discount of an automated offer in percent. Required if `automated_offers` is true, and not
             *     allowed otherwise.
             * @example 10
             */
            automated_offers_discount_rate?: number | null;
            /**
             * Format: int32
             * @description Number of days for which an automated offer is valid. Required if `automated_offers` is true, and
             *     not allowed otherwise.
             * @example 7
             */
            automated_offer_days_valid?: number | null;
            /**
             * @description Whether it can be bought without asking the gallery first.
             * @example false
             */
            allow_instant_buy?: boolean;
            /**
             * @description The `id` of each tag.
             * @example [
             *       1
             *     ]
             */
            tags?: number[];
            publish_status?: components["schemas"]["PublishStatus"];
            /**
             * @description Whether the gallery offers it now. The public sees no inactive artwork; members of its gallery and
             *     `admin` do.
             * @example true
             */
            is_active?: boolean;
            /**
             * @description Materials, as free text.
             * @example Oil on canvas
             */
            medium?: string | null;
            /**
             * @description Street and number of the place to collect it from.
             * @example 12 Quay Street
             */
            street_address?: string | null;
            /**
             * @description City of the place to collect it from.
             * @example Bristol
             */
            city?: string | null;
            /**
             * @description Postal code of the place to collect it from.
             * @example BS1 4DJ
             */
            zip_code?: string | null;
            /**
             * @description State or region of the place to collect it from.
             * @example null
             */
            state?: string | null;
        };
        /** @description A line of a snapshot. */
        ArtworkSnapshotLine: components["schemas"]["SnapshotStart"] | components["schemas"]["ArtworkSnapshotRecord"] | components["schemas"]["SnapshotEnd"];
        /** @description An artwork of a snapshot. */
        ArtworkSnapshotRecord: {
            /**
             * @description Distinguishes a record from the other lines. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "record";
            record: components["schemas"]["Artwork"];
        };
        /** @description A line of the response to a batch. */
        BatchResponseLine: components["schemas"]["BatchResult"] | components["schemas"]["BatchSummary"];
        /**
         * @description The result of a line of a batch. `problem` says why the line failed. The `errors` of all results together have
         *     at most about 512 KiB. Beyond that, problems have no `errors`.
         */
        BatchResult: {
            /**
             * @description Distinguishes a result from the summary. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "result";
            /**
             * Format: int32
             * @description The number of the line in the request, from 1. Empty lines are counted, but have no result.
             * @example 1
             */
            line: number;
            /**
             * @description The `external_id` of the line; null when it cannot be read.
             * @example A-1017
             */
            external_id: string | null;
            /**
             * Format: int32
             * @description 201 for a created record, 200 for a changed or unchanged one, 204 for a removed one, and otherwise the
             *     status of the problem.
             * @example 201
             */
            status: number;
            /**
             * Format: int64
             * @description `id` of the record; null for a line that failed, a removed record, and a record that a dry run would
             *     create.
             * @example 812
             */
            id: number | null;
            problem?: components["schemas"]["Problem"];
        };
        /**
         * @description The last line of the response to a batch: its status and the numbers of its results. `problem` says why the
         *     batch ended before its last line. Without `atomic=true`, the lines before that place are written and have
         *     results.
         */
        BatchSummary: {
            /**
             * @description Distinguishes the summary from the results. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "summary";
            /**
             * Format: int32
             * @description 200, or the status of the problem that ended the batch:
             *
             *     - 400 when the first 1,000 lines have all failed, or gzip data is invalid or incomplete;
             *     - 401 when the key was revoked or has expired;
             *     - 403 when the sender may store no more, or is no longer a member of a gallery;
             *     - 413 when the batch has too many lines or bytes;
             *     - 503 when the database fails, or an atomic batch exceeds a limit.
             * @example 200
             */
            status: number;
            /**
             * Format: int32
             * @description The number of lines with a result.
             * @example 3
             */
            lines: number;
            /**
             * Format: int32
             * @description The number of created records.
             * @example 1
             */
            created: number;
            /**
             * Format: int32
             * @description The number of changed records.
             * @example 0
             */
            changed: number;
            /**
             * Format: int32
             * @description The number of lines that changed nothing: the record was already as the line says, or there was none to
             *     remove. The `ETag` of the record stays.
             * @example 0
             */
            unchanged: number;
            /**
             * Format: int32
             * @description The number of removed records.
             * @example 1
             */
            removed: number;
            /**
             * Format: int32
             * @description The number of lines that failed.
             * @example 1
             */
            failed: number;
            /**
             * @description Whether the lines that did not fail were written: false for a dry run, and for an atomic batch that
             *     failed. The results and numbers then say what the lines would have done.
             *
             *     If the database fails at the end of an atomic batch, `applied` is false and `status` is 503, but the
             *     batch may be written: send it again. If the work took too long, `detail` says that nothing was
             *     written: send the batch in parts.
             * @example true
             */
            applied: boolean;
            problem?: components["schemas"]["Problem"];
        };
        /**
         * @description What a change has besides the id.
         * @example record
         * @enum {string}
         */
        ChangeInclusion: "record";
        /** @description A colour of the marketplace's palette. */
        Color: {
            /**
             * Format: int64
             * @description Identifies the colour.
             * @example 3
             */
            id: number;
            /**
             * @description The colour's name.
             * @example Crimson
             */
            name: string;
            /**
             * @description `(R, G, B)`, each an integer from 0 to 255.
             * @example (220, 20, 60)
             */
            value: string;
            /**
             * @description Whether red, green and blue are equal.
             * @example false
             */
            is_grayscale: boolean;
        };
        /** @description A country. */
        Country: {
            /**
             * @description ISO 3166-1 alpha-2 code; empty when the country is unknown.
             * @example DK
             */
            code: string;
            /**
             * @description English name; empty when the country is unknown.
             * @example Denmark
             */
            name: string;
        };
        /**
         * @description The facets of artworks. An artwork of two artists, or with two tags or colours, counts for both.
         *
         *     - `price`, `year`, `height` and `width` have ranges, in the `currency` and the `units` of the request. A size on the
         *       bound of two ranges counts for both.
         *     - `color` has stored colours, each with a `color_tolerance` of 0. If more than 100,000 artworks pass, they are not
         *       counted: `values` is empty, and `has_more` is true.
         *     - `medium` and `city` have texts as one of the records writes them, of up to 200 characters. Longer ones are not
         *       counted. If so many different ones pass that to compare them takes too long, none is: `values` is empty, and `has_more`
         *       is true.
         */
        CountsOfArtworks: {
            category: components["schemas"]["Facet"];
            artist: components["schemas"]["Facet"];
            gallery: components["schemas"]["Facet"];
            tag: components["schemas"]["Facet"];
            price: components["schemas"]["Facet"];
            color: components["schemas"]["Facet"];
            medium: components["schemas"]["Facet"];
            city: components["schemas"]["Facet"];
            year: components["schemas"]["Facet"];
            height: components["schemas"]["Facet"];
            width: components["schemas"]["Facet"];
            available_for_sale: components["schemas"]["Facet"];
            price_display: components["schemas"]["Facet"];
            allow_instant_buy: components["schemas"]["Facet"];
        };
        /**
         * @description The facets of events.
         *
         *     - `when` is seen from `at`.
         *     - `month` is the month in which events begin, in UTC: that of `at`, and the following 11.
         *     - `city` has texts as those of artworks.
         */
        CountsOfEvents: {
            category: components["schemas"]["Facet"];
            venue: components["schemas"]["Facet"];
            country: components["schemas"]["Facet"];
            city: components["schemas"]["Facet"];
            when: components["schemas"]["Facet"];
            month: components["schemas"]["Facet"];
            is_featured: components["schemas"]["Facet"];
            is_online_only: components["schemas"]["Facet"];
        };
        /**
         * @description ISO 4217 code of a currency. A code that ISO has withdrawn is an error, which names the code in its place. New
         *     values are added at the end of the list.
         * @example EUR
         * @enum {string}
         */
        Currency: "AUD" | "BRL" | "CAD" | "CHF" | "CNY" | "CZK" | "DKK" | "EUR" | "GBP" | "HKD" | "HUF" | "IDR" | "ILS" | "INR" | "ISK" | "JPY" | "KRW" | "MXN" | "MYR" | "NOK" | "NZD" | "PHP" | "PLN" | "RON" | "SEK" | "SGD" | "THB" | "TRY" | "USD" | "ZAR" | "AED" | "AFN" | "ALL" | "AMD" | "AOA" | "ARS" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BOV" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CDF" | "CHE" | "CHW" | "CLF" | "CLP" | "COP" | "COU" | "CRC" | "CUP" | "CVE" | "DJF" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "FJD" | "FKP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HNL" | "HTG" | "IQD" | "IRR" | "JMD" | "JOD" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXV" | "MZN" | "NAD" | "NGN" | "NIO" | "NPR" | "OMR" | "PAB" | "PEN" | "PGK" | "PKR" | "PYG" | "QAR" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SHP" | "SLE" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "TJS" | "TMT" | "TND" | "TOP" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USN" | "UYI" | "UYU" | "UYW" | "UZS" | "VED" | "VES" | "VND" | "VUV" | "WST" | "XAD" | "XAF" | "XCD" | "XCG" | "XOF" | "XPF" | "YER" | "ZMW" | "ZWG";
        /**
         * Format: date-or-time
         * @description A timestamp of RFC 3339 with a time zone, or a date: the time at which that day begins in UTC. The year is from 1000
         *     to 9999.
         * @example 2024-02-01
         * @example 2024-02-01T08:00:00Z
         */
        DateOrTime: string;
        /** @description A dated show or fair, held at a venue. */
        Event: {
            /**
             * Format: int64
             * @description Permanent identifier of the event.
             * @example 812
             */
            id: number;
            author: components["schemas"]["User"];
            /**
             * Format: double
             * @description Price of admission in `price_currency`; null when unknown.
             * @example null
             */
            price: number | null;
            featured_image: components["schemas"]["EventImage"];
            venue: components["schemas"]["Venue"];
            category: components["schemas"]["EventCategory"];
            /**
             * @description ISO 3166-1 alpha-2 code of the country; empty when unknown.
             * @example DK
             */
            country: string;
            /**
             * @description State of the record. The public sees `published` ones only.
             * @example published
             */
            publish_status: string;
            /**
             * Format: date-time
             * @description Time of the first publication (UTC). Later publications do not change it. For a draft, it is the time of
             *     its creation.
             * @example 2024-02-01T08:00:00Z
             */
            published_at: string;
            /**
             * Format: date-time
             * @description Planned time of publication (UTC); null if none was planned.
             * @example null
             */
            publish_time: string | null;
            /**
             * @description URL-safe name of the event. It ends in a short random suffix if the event was not public when it was
             *     created, or if an atomic batch created it. It also has one if another event had the slug without it.
             * @example northern-light
             */
            slug: string;
            /**
             * Format: date-time
             * @description When the record was created (UTC).
             * @example 2024-01-20T14:05:09.000417Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record last changed (UTC).
             * @example 2024-02-01T08:00:00Z
             */
            updated_at: string;
            /**
             * @description One generated sentence with title, category, start, end, venue and address. The days are those of
             *     `start_time` and `end_time` in the time zone of the event, as `start_time` says. They are in UTC if the
             *     zone is unknown. An event that ends at midnight ends on the day before. Characters that turn the direction
             *     of writing are left out.
             * @example Northern Light: Gallery Shows event from 14 March 2024 to 30 June 2024 at Kunsthal Nord, Havnegade 4.
             */
            summary: string;
            /**
             * @description The event's title.
             * @example Northern Light
             */
            title: string;
            /**
             * @description Full text about the event; lines may end with CR LF.
             * @example Forty paintings of the far north.
             */
            content: string | null;
            /**
             * Format: date-time
             * @description When the event starts (UTC). To show it as visitors expect, convert it to the time zone of the event. This
             *     follows from the `geolocation` of the event, or else from that of the venue. HTML views, calendars and
             *     `summary` do so. Do not convert the dates of an all-day event.
             * @example 2024-03-14T09:00:00Z
             */
            start_time: string;
            /**
             * Format: date-time
             * @description When the event ends (UTC); never before `start_time`.
             * @example 2024-06-30T16:00:00Z
             */
            end_time: string;
            /**
             * @description Whether the times of day have no meaning. The event then takes place on the dates of `start_time` and `end_time`
             *     as they are written, in no time zone; the last day is included. An event on 14 March in Tokyo has times of 14 March,
             *     although that day begins there on 13 March (UTC).
             * @example false
             */
            is_all_day_event: boolean;
            /**
             * @description Whether `end_time` is an estimate.
             * @example false
             */
            is_end_time_unknown: boolean;
            /**
             * @description Whether auction results have been added.
             * @example false
             */
            auction_results_added: boolean;
            /**
             * @description Whether the marketplace features the event.
             * @example false
             */
            is_featured: boolean;
            /**
             * @description Whether it is an art fair that takes an admission fee.
             * @example false
             */
            is_paid_art_fair: boolean;
            /**
             * @description Address of the event; may be empty.
             * @example Havnegade 4
             */
            address: string;
            /**
             * @description City of the event; may be empty.
             * @example Aarhus
             */
            city: string;
            /**
             * @description `<latitude>,<longitude>` in decimal degrees; empty when unknown.
             * @example 56.1533,10.2141
             */
            geolocation: string;
            /**
             * @description ISO 4217 code of the currency of `price`.
             * @example EUR
             */
            price_currency: string;
            /**
             * Format: int32
             * @description Number of exhibitors the year before.
             * @example 0
             */
            exhibitors_previous_year: number;
            /**
             * Format: int32
             * @description Number of exhibitors this year.
             * @example 0
             */
            exhibitors_this_year: number;
            /**
             * Format: int32
             * @description Number of visitors this year.
             * @example 0
             */
            visitors_this_year: number;
            /**
             * Format: int32
             * @description Number of visitors the year before.
             * @example 0
             */
            visitors_previous_year: number;
            /**
             * Format: uri
             * @description URL where tickets are sold.
             * @example null
             */
            buy_tickets_url: string | null;
            /**
             * @description Contact person, as the placeholder `<NAME>`.
             * @example null
             */
            contact_name: string | null;
            /**
             * @description E-mail address for questions, as the placeholder `<EMAIL>`.
             * @example null
             */
            email: string | null;
            /**
             * Format: uri
             * @description URL of the event's own page.
             * @example https://kunsthal-nord.example/northern-light
             */
            external_url: string | null;
            /**
             * @description Telephone number for questions, as the placeholder `<PHONE>`.
             * @example null
             */
            phone: string | null;
            /**
             * @description Further information for visitors.
             * @example null
             */
            additional_info: string | null;
            /**
             * Format: uri
             * @description URL of the press release.
             * @example null
             */
            press_release: string | null;
            /**
             * Format: uri
             * @description URL of the event's logo.
             * @example null
             */
            banner_logo: string | null;
            /**
             * @description Whether the event takes place online only.
             * @example false
             */
            is_online_only: boolean;
            /** @description Artists of the event; currently always empty. */
            artists: components["schemas"]["EventArtist"][];
            /** @description Artworks of the event; currently always empty. */
            artworks: components["schemas"]["EventArtwork"][];
            /** @description Magazines that write about the event; currently always empty. */
            magazines: components["schemas"]["EventMagazine"][];
            /** @description Further pictures of the event; currently always empty. */
            additional_images: components["schemas"]["EventAdditionalImage"][];
            /**
             * @description True in the record of an event that will not take place, or did not; other records do not have the field. Such an
             *     event stays in lists, so that those who know it learn of it.
             * @example true
             */
            is_cancelled?: boolean;
        };
        /**
         * @description Reserved for a further picture of an event; currently never sent.
         * @example {}
         */
        EventAdditionalImage: Record<string, never>;
        /**
         * @description Reserved for an artist of an event; currently never sent.
         * @example {}
         */
        EventArtist: Record<string, never>;
        /**
         * @description Reserved for an artwork of an event; currently never sent.
         * @example {}
         */
        EventArtwork: Record<string, never>;
        /**
         * @description A line of a batch. It has exactly one of the fields `event`, `patch` and `remove`. `event` creates the event;
         *     if it exists, only the fields in `event` change. `patch` changes the fields in it, as PATCH does. It never
         *     creates an event: where there is none, the line gets 404. `remove` deletes the event.
         */
        EventBatchLine: {
            external_id: components["schemas"]["ExternalId"];
            event?: components["schemas"]["EventInput"];
            patch?: components["schemas"]["EventPatch"];
            /**
             * @description True removes the event. An event that does not exist counts as removed.
             * @example true
             */
            remove?: boolean;
        };
        /** @description A kind of event. */
        EventCategory: {
            /**
             * Format: int64
             * @description Identifies the category.
             * @example 1
             */
            id: number;
            /**
             * Format: uri
             * @description URL of a picture of the category; null when there is none.
             * @example null
             */
            image: string | null;
            /**
             * @description URL-safe name of the category.
             * @example gallery-shows
             */
            slug: string;
            /**
             * Format: date-time
             * @description When the category was created (UTC).
             * @example 2018-01-15T12:00:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the category last changed (UTC).
             * @example 2018-01-15T12:00:00Z
             */
            updated_at: string;
            /**
             * @description The category's name.
             * @example Gallery Shows
             */
            name: string;
            /**
             * @description Scope of the category; may be empty.
             * @example Exhibitions at galleries and museums.
             */
            description: string;
            /**
             * @description Tooltip text of the category; may be empty.
             * @example
             */
            tooltip: string;
            /**
             * @description Notes of the editors; may be empty.
             * @example
             */
            editor_notes: string;
            /**
             * @description Description for search engines.
             * @example null
             */
            meta_description: string | null;
            /**
             * @description Caption beside the category.
             * @example null
             */
            caption: string | null;
        };
        /** @description The body that creates an event category. */
        EventCategoryInput: {
            /**
             * Format: uri
             * @description URL of a picture of the category. Null by default.
             * @example null
             */
            image?: string | null;
            /**
             * @description The name, with a visible character and without control characters.
             * @example Readings
             */
            name: string;
            /**
             * @description Scope of the category. Empty by default.
             * @example Conversations with artists.
             */
            description?: string;
            /**
             * @description Tooltip text of the category. Empty by default.
             * @example
             */
            tooltip?: string;
            /**
             * @description Notes of the editors. Empty by default.
             * @example
             */
            editor_notes?: string;
            /**
             * @description Description for search engines. Null by default.
             * @example null
             */
            meta_description?: string | null;
            /**
             * @description Caption beside the category. Null by default.
             * @example null
             */
            caption?: string | null;
        };
        /** @description One page of the event categories. */
        EventCategoryPage: {
            /**
             * Format: int32
             * @description Number of event categories that match the filter.
             * @example 1
             */
            count: number;
            /**
             * Format: uri
             * @description Link to the following page; null on the last one.
             * @example null
             */
            next: string | null;
            /**
             * Format: uri
             * @description Link to the preceding page; null on the first one.
             * @example null
             */
            previous: string | null;
            /** @description The event categories of this page, in order. */
            results: components["schemas"]["EventCategory"][];
        };
        /** @description The fields of an event category to change (JSON merge patch, RFC 7396). A field that is left out keeps its value. */
        EventCategoryPatch: {
            /**
             * Format: uri
             * @description URL of a picture of the category.
             * @example null
             */
            image?: string | null;
            /**
             * @description The name, with a visible character and without control characters.
             * @example Talks and tours
             */
            name?: string;
            /**
             * @description Scope of the category.
             * @example Conversations with artists.
             */
            description?: string;
            /**
             * @description Tooltip text of the category.
             * @example
             */
            tooltip?: string;
            /**
             * @description Notes of the editors.
             * @example
             */
            editor_notes?: string;
            /**
             * @description Description for search engines.
             * @example null
             */
            meta_description?: string | null;
            /**
             * @description Caption beside the category.
             * @example null
             */
            caption?: string | null;
        };
        /** @description The last change of an event. */
        EventChange: {
            /**
             * Format: int64
             * @description The event's `id`.
             * @example 812
             */
            id: number;
            /**
             * @description `upsert`: the event is public, and new or changed. `delete`: it is not public any more.
             * @example upsert
             */
            op: string;
            /**
             * Format: date-time
             * @description When the service recorded the change, as a rule within a second of it.
             * @example 2024-05-07T09:30:00.123456Z
             */
            changed_at: string;
            /**
             * @description The event as it was at `changed_at`; null for a `delete`, and without `include=record`. For current values of
             *     fields marked `x-derived`, compute them or read the event.
             */
            record: components["schemas"]["Event"] | null;
        };
        /** @description Changes of events, in order. */
        EventChanges: {
            /** @description The changes, oldest first. */
            results: components["schemas"]["EventChange"][];
            /**
             * @description The `cursor` of the next request.
             * @example ZTA4NmM5YzItNGIwZC00ZTVhLTkzYzgtZjQwZjE0YTdkYzIxOjgxMjo4MTI
             */
            next_cursor: string;
            /**
             * @description Whether there are further changes already. A record of more than 16 KiB that has changed since its entry is here
             *     as it is now, and its next entry follows soon.
             * @example false
             */
            has_more: boolean;
            /** @description The list as of `next_cursor`, by which a copy can verify itself; null while `has_more` is true. */
            summary: components["schemas"]["ListSummary"] | null;
        };
        /** @description The events that pass filters, counted by fields. */
        EventFacets: {
            /**
             * Format: date-time
             * @description The counts have all changes before this time.
             * @example 2024-03-01T10:00:00Z
             */
            as_of: string;
            /**
             * Format: int32
             * @description Number of events that pass all filters.
             * @example 37
             */
            count: number;
            facets: components["schemas"]["CountsOfEvents"];
        };
        /**
         * @description The name of a field of `Event`.
         * @enum {string}
         */
        EventField: "id" | "author" | "price" | "featured_image" | "venue" | "category" | "country" | "publish_status" | "published_at" | "publish_time" | "slug" | "created_at" | "updated_at" | "summary" | "title" | "content" | "start_time" | "end_time" | "is_all_day_event" | "is_end_time_unknown" | "auction_results_added" | "is_featured" | "is_paid_art_fair" | "address" | "city" | "geolocation" | "price_currency" | "exhibitors_previous_year" | "exhibitors_this_year" | "visitors_this_year" | "visitors_previous_year" | "buy_tickets_url" | "contact_name" | "email" | "external_url" | "phone" | "additional_info" | "press_release" | "banner_logo" | "is_online_only" | "artists" | "artworks" | "magazines" | "additional_images" | "is_cancelled";
        /**
         * @description The picture of an event, in ten renditions. An event without a picture of its own has the
         *     marketplace's placeholder picture.
         */
        EventImage: {
            /**
             * Format: int64
             * @description Identifies the picture among those of events.
             * @example 640
             */
            id: number;
            image: components["schemas"]["EventImageRenditions"];
            /**
             * Format: date-time
             * @description When the picture was added (UTC).
             * @example 2024-01-20T14:05:09.000417Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the picture last changed (UTC).
             * @example 2024-01-20T14:05:09.000417Z
             */
            updated_at: string;
            /**
             * @description Whether the WebP renditions exist; until then, their URLs are those of the other renditions.
             * @example true
             */
            is_converted_to_webp: boolean;
            /**
             * @description Caption below the picture.
             * @example null
             */
            caption: string | null;
            /**
             * @description Alternative text for screen readers.
             * @example A white hall with a row of windows
             */
            alt_text: string | null;
            /**
             * @description Content of the picture.
             * @example null
             */
            description: string | null;
            /**
             * Format: uuid
             * @description `id` of the user who added it.
             * @example 0b9e6a5e-6c3c-4f0e-9a35-2f1b3c8d7e10
             */
            uploaded_by: string;
        };
        /** @description URLs of the renditions of an event's picture. */
        EventImageRenditions: {
            /**
             * Format: uri
             * @description Small crop, as WebP.
             * @example https://media.art-marketplace.example/events/640/crop_small.webp
             */
            crop_small_webp: string;
            /**
             * Format: uri
             * @description Smallest crop, as WebP.
             * @example https://media.art-marketplace.example/events/640/crop_smallest.webp
             */
            crop_smallest_webp: string;
            /**
             * Format: uri
             * @description The picture as it was added.
             * @example https://media.art-marketplace.example/events/640/full_size.jpg
             */
            full_size: string;
            /**
             * Format: uri
             * @description Small crop.
             * @example https://media.art-marketplace.example/events/640/crop_small.jpg
             */
            crop_small: string;
            /**
             * Format: uri
             * @description Big crop.
             * @example https://media.art-marketplace.example/events/640/crop_big.jpg
             */
            crop_big: string;
            /**
             * Format: uri
             * @description The picture in full size, as WebP.
             * @example https://media.art-marketplace.example/events/640/full_size.webp
             */
            full_size_webp: string;
            /**
             * Format: uri
             * @description Medium crop.
             * @example https://media.art-marketplace.example/events/640/crop_medium.jpg
             */
            crop_medium: string;
            /**
             * Format: uri
             * @description Medium crop, as WebP.
             * @example https://media.art-marketplace.example/events/640/crop_medium.webp
             */
            crop_medium_webp: string;
            /**
             * Format: uri
             * @description Big crop, as WebP.
             * @example https://media.art-marketplace.example/events/640/crop_big.webp
             */
            crop_big_webp: string;
            /**
             * Format: uri
             * @description Smallest crop.
             * @example https://media.art-marketplace.example/events/640/crop_smallest.jpg
             */
            crop_smallest: string;
        };
        /**
         * @description The body that creates or replaces an event. `price_currency` is `EUR` by default. `publish_status`
         *     is `draft` by default for a new event; a replacement without it keeps the current state.
         */
        EventInput: {
            /**
             * Format: double
             * @description Price of admission in `price_currency`, with at most two decimals. Null by default.
             * @example 12.5
             */
            price?: number | null;
            /** @description The picture. The placeholder picture when null or left out. */
            featured_image?: components["schemas"]["PictureInput"] | null;
            /**
             * Format: int64
             * @description `id` of the venue.
             * @example 12
             */
            venue: number;
            /**
             * Format: int64
             * @description `id` of the event category.
             * @example 1
             */
            category: number;
            /**
             * @description ISO 3166-1 alpha-2 code of the country, in capitals; empty when unknown. By default that of the venue.
             * @example DK
             */
            country?: string;
            publish_status?: components["schemas"]["PublishStatus"];
            /**
             * @description The title, with a visible character and without control characters.
             * @example Northern Light
             */
            title: string;
            /**
             * @description Full text about the event; lines may end with CR LF. Null by default.
             * @example Forty paintings of the far north.
             */
            content?: string | null;
            /**
             * Format: date-time
             * @description When the event starts. Fractional digits after the sixth are dropped.
             * @example 2026-03-14T10:00:00+01:00
             */
            start_time: string;
            /**
             * Format: date-time
             * @description When the event ends; not before `start_time`. Fractional digits after the sixth are dropped.
             * @example 2026-06-30T18:00:00+02:00
             */
            end_time: string;
            /**
             * @description Whether the times of day have no meaning. False by default. The dates of an all-day event are those of
             *     `start_time` and `end_time` as you write them, with any offset: they are not converted.
             * @example false
             */
            is_all_day_event?: boolean;
            /**
             * @description Whether `end_time` is an estimate. False by default.
             * @example false
             */
            is_end_time_unknown?: boolean;
            /**
             * @description Address of the event. Empty by default.
             * @example Havnegade 4
             */
            address?: string;
            /**
             * @description City of the event. By default that of the venue.
             * @example Aarhus
             */
            city?: string;
            /**
             * @description `<latitude>,<longitude>` in decimal degrees with at most six decimals; empty when
             *     unknown. By default that of the venue.
             * @example 56.1533,10.2141
             */
            geolocation?: string;
            price_currency?: components["schemas"]["Currency"];
            /**
             * Format: int32
             * @description Number of exhibitors the year before. 0 by default.
             * @example 0
             */
            exhibitors_previous_year?: number;
            /**
             * Format: int32
             * @description Number of exhibitors this year. 0 by default.
             * @example 0
             */
            exhibitors_this_year?: number;
            /**
             * Format: int32
             * @description Number of visitors this year. 0 by default.
             * @example 0
             */
            visitors_this_year?: number;
            /**
             * Format: int32
             * @description Number of visitors the year before. 0 by default.
             * @example 0
             */
            visitors_previous_year?: number;
            /**
             * Format: uri
             * @description URL where tickets are sold. Null by default.
             * @example https://kunsthal-nord.example/tickets
             */
            buy_tickets_url?: string | null;
            /**
             * @description Contact person, without < and >; readers see the placeholder `<NAME>`. Null by default.
             * @example Mette Holm
             */
            contact_name?: string | null;
            /**
             * @description E-mail address for questions, without blanks, < and >; readers see the placeholder `<EMAIL>`. Null by
             *     default.
             * @example post@kunsthal-nord.example
             */
            email?: string | null;
            /**
             * Format: uri
             * @description URL of the event's own page. Null by default.
             * @example https://kunsthal-nord.example/northern-light
             */
            external_url?: string | null;
            /**
             * @description Telephone number for questions, without < and >; readers see the placeholder `<PHONE>`. Null by
             *     default.
             * @example +45 86 12 00 00
             */
            phone?: string | null;
            /**
             * @description Further information for visitors. Null by default.
             * @example The lift is out of order.
             */
            additional_info?: string | null;
            /**
             * Format: uri
             * @description URL of the press release. Null by default.
             * @example https://kunsthal-nord.example/press/northern-light.pdf
             */
            press_release?: string | null;
            /**
             * Format: uri
             * @description URL of the event's logo. Null by default.
             * @example https://kunsthal-nord.example/logo.svg
             */
            banner_logo?: string | null;
            /**
             * @description Whether the event takes place online only. False by default.
             * @example false
             */
            is_online_only?: boolean;
            /**
             * @description Whether the event is cancelled. False by default. Records have the field only if it is true.
             * @example false
             */
            is_cancelled?: boolean;
        };
        /**
         * @description Reserved for a magazine that writes about an event; currently never sent.
         * @example {}
         */
        EventMagazine: Record<string, never>;
        /**
         * @description A sort key of events, with `-` for descending. `-relevance` adds a number for each word of `q`. It is 4 for the whole word
         *     in the title, and 3 for its beginning or a misspelling there. It is 2 for the venue or the city, and 1 for the
         *     content. Without `q`, it is the order of a request without `ordering`.
         * @enum {string}
         */
        EventOrdering: "start_time" | "-start_time" | "end_time" | "-end_time" | "updated_at" | "-updated_at" | "-relevance";
        /** @description One page of the published events. */
        EventPage: {
            /**
             * Format: int32
             * @description Number of events in the whole list.
             * @example 700
             */
            count: number;
            /**
             * Format: uri
             * @description Link to the following page; null on the last one.
             * @example https://api.art-marketplace.example/api/v1/events/?limit=18&offset=18
             */
            next: string | null;
            /**
             * Format: uri
             * @description Link to the preceding page; null on the first one.
             * @example null
             */
            previous: string | null;
            /** @description The events of this page, in order. */
            results: components["schemas"]["Event"][];
        };
        /** @description The fields of an event to change (JSON merge patch, RFC 7396). A field that is left out keeps its value. */
        EventPatch: {
            /**
             * Format: double
             * @description Price of admission in `price_currency`, with at most two decimals.
             * @example 12.5
             */
            price?: number | null;
            /** @description Changes to the picture; null takes it away. */
            featured_image?: components["schemas"]["PicturePatch"] | null;
            /**
             * Format: int64
             * @description `id` of the venue.
             * @example 12
             */
            venue?: number;
            /**
             * Format: int64
             * @description `id` of the event category.
             * @example 1
             */
            category?: number;
            /**
             * @description ISO 3166-1 alpha-2 code of the country, in capitals; empty when unknown.
             * @example DK
             */
            country?: string;
            publish_status?: components["schemas"]["PublishStatus"];
            /**
             * @description The title, with a visible character and without control characters.
             * @example Northern Light
             */
            title?: string;
            /**
             * @description Full text about the event; lines may end with CR LF.
             * @example Forty paintings of the far north.
             */
            content?: string | null;
            /**
             * Format: date-time
             * @description When the event starts. Fractional digits after the sixth are dropped.
             * @example 2026-03-14T10:00:00+01:00
             */
            start_time?: string;
            /**
             * Format: date-time
             * @description When the event ends; not before `start_time`. Fractional digits after the sixth are dropped.
             * @example 2026-06-30T18:00:00+02:00
             */
            end_time?: string;
            /**
             * @description Whether the times of day have no meaning. The dates of an all-day event are those of `start_time` and
             *     `end_time` as you write them, with any offset: they are not converted. So send both along with a
             *     change of this field.
             * @example false
             */
            is_all_day_event?: boolean;
            /**
             * @description Whether `end_time` is an estimate.
             * @example false
             */
            is_end_time_unknown?: boolean;
            /**
             * @description Address of the event.
             * @example Havnegade 4
             */
            address?: string;
            /**
             * @description City of the event.
             * @example Aarhus
             */
            city?: string;
            /**
             * @description `<latitude>,<longitude>` in decimal degrees with at most six decimals; empty when
             *     unknown.
             * @example 56.1533,10.2141
             */
            geolocation?: string;
            price_currency?: components["schemas"]["Currency"];
            /**
             * Format: int32
             * @description Number of exhibitors the year before.
             * @example 0
             */
            exhibitors_previous_year?: number;
            /**
             * Format: int32
             * @description Number of exhibitors this year.
             * @example 0
             */
            exhibitors_this_year?: number;
            /**
             * Format: int32
             * @description Number of visitors this year.
             * @example 0
             */
            visitors_this_year?: number;
            /**
             * Format: int32
             * @description Number of visitors the year before.
             * @example 0
             */
            visitors_previous_year?: number;
            /**
             * Format: uri
             * @description URL where tickets are sold.
             * @example https://kunsthal-nord.example/tickets
             */
            buy_tickets_url?: string | null;
            /**
             * @description Contact person, without < and >; readers see the placeholder `<NAME>`.
             * @example Mette Holm
             */
            contact_name?: string | null;
            /**
             * @description E-mail address for questions, without blanks, < and >; readers see the placeholder `<EMAIL>`.
             * @example post@kunsthal-nord.example
             */
            email?: string | null;
            /**
             * Format: uri
             * @description URL of the event's own page.
             * @example https://kunsthal-nord.example/northern-light
             */
            external_url?: string | null;
            /**
             * @description Telephone number for questions, without < and >; readers see the placeholder `<PHONE>`.
             * @example +45 86 12 00 00
             */
            phone?: string | null;
            /**
             * @description Further information for visitors.
             * @example The lift is out of order.
             */
            additional_info?: string | null;
            /**
             * Format: uri
             * @description URL of the press release.
             * @example https://kunsthal-nord.example/press/northern-light.pdf
             */
            press_release?: string | null;
            /**
             * Format: uri
             * @description URL of the event's logo.
             * @example https://kunsthal-nord.example/logo.svg
             */
            banner_logo?: string | null;
            /**
             * @description Whether the event takes place online only.
             * @example false
             */
            is_online_only?: boolean;
            /**
             * @description Whether the event is cancelled. Records have the field only if it is true.
             * @example true
             */
            is_cancelled?: boolean;
        };
        /**
         * @description When an event takes place, seen from a time.
         * @example upcoming
         * @enum {string}
         */
        EventPeriod: "upcoming" | "current" | "past";
        /** @description The last change of an event. */
        EventRpdeItem: {
            /**
             * @description `updated`: the event is public, and new or changed. `deleted`: it is not public any more.
             * @example updated
             */
            state: string;
            /**
             * @description The kind of the item.
             * @example Event
             * @enum {string}
             */
            kind: "Event";
            /**
             * Format: int64
             * @description The event's `id`.
             * @example 812
             */
            id: number;
            /**
             * Format: int64
             * @description The number of the change. A later change has a higher number, also after the database was restored from a backup.
             * @example 1715074200000812
             */
            modified: number;
            data?: components["schemas"]["SchemaOrgEvent"];
        };
        /** @description A page of the feed, as Realtime Paged Data Exchange 1.0 has it. */
        EventRpdePage: {
            /**
             * Format: uri
             * @description The URL of the next page; of this one, if it has no items.
             * @example https://api.art-marketplace.example/api/v1/events/rpde/?afterChangeNumber=1715074200000812
             */
            next: string;
            /** @description The last changes of events, in the order of their numbers. */
            items: components["schemas"]["EventRpdeItem"][];
            /**
             * Format: uri
             * @description The terms on which the data are published, as the operator of the service has set them; otherwise a page that
             *     says so.
             * @example https://creativecommons.org/licenses/by/4.0/
             */
            license: string;
        };
        /** @description A line of a snapshot. */
        EventSnapshotLine: components["schemas"]["SnapshotStart"] | components["schemas"]["EventSnapshotRecord"] | components["schemas"]["SnapshotEnd"];
        /** @description An event of a snapshot. */
        EventSnapshotRecord: {
            /**
             * @description Distinguishes a record from the other lines. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "record";
            record: components["schemas"]["Event"];
        };
        /** @description The newest rate of a currency. */
        ExchangeRate: {
            /**
             * @description ISO 4217 code of the currency.
             * @example USD
             */
            currency: string;
            /**
             * @description The day of the rate.
             * @example 2026-04-13
             */
            date: string;
            /**
             * @description The price of one euro in the currency, as a string with six decimals.
             * @example 1.168400
             */
            units_per_euro: string;
        };
        /**
         * @description A header with `Date` and ISO 4217 codes of currencies, then one line for each day. A day is `2026-04-13` or
         *     `13 April 2026`, a rate is the price of one euro, and `N/A` stands for none.
         * @example Date,USD,GBP,
         *     2026-04-13,1.1684,0.87058,
         */
        ExchangeRateFile: string;
        /** @description The changes that a file of exchange rates has made. */
        ExchangeRateImport: {
            /**
             * @description The newest day in the file.
             * @example 2026-04-13
             */
            date: string;
            /**
             * Format: int32
             * @description The number of currencies with a rate in the file.
             * @example 30
             */
            currencies: number;
            /**
             * Format: int32
             * @description The number of rates that the service did not have.
             * @example 30
             */
            added: number;
            /**
             * Format: int32
             * @description The number of rates that the service had with another value.
             * @example 0
             */
            changed: number;
        };
        /** @description The newest euro reference rate of each currency. */
        ExchangeRates: {
            /**
             * @description The day of the newest rate; null if the service has no rates.
             * @example 2026-04-13
             */
            date: string | null;
            /**
             * @description The publisher of the newest rate; null if the service has no rates.
             * @example European Central Bank
             */
            source: string | null;
            /** @description One rate for each currency except the euro, ordered by currency. */
            rates: components["schemas"]["ExchangeRate"][];
        };
        /**
         * @description Your own id of the record. It is unique among the artworks of a gallery, and among the events of an author.
         *     Only a batch that creates a record gives it one, so no batch can change a record that a single POST created.
         *     Only the responses of batches have it. The lists find a record by it (`?external_id=`).
         * @example A-1017
         */
        ExternalId: string;
        /** @description A field, with the values that its filters can have. */
        Facet: {
            /**
             * @description The values that most records have, the most frequent one first; ranges and times in their order. No value has a
             *     `count` of 0.
             */
            values: components["schemas"]["FacetValue"][];
            /**
             * @description Whether more than 20 values were found, or there were too many records to count. It is always false for ranges
             *     and times.
             * @example false
             */
            has_more: boolean;
        };
        /** @description A query parameter of a list. */
        FacetParameter: {
            /**
             * @description Its name.
             * @example category
             */
            name: string;
            /**
             * @description Its value, not encoded.
             * @example 2
             */
            value: string;
        };
        /** @description A value of a facet. */
        FacetValue: {
            /**
             * @description A name of the value for readers, in English where it is not a name or a text of the data.
             * @example Paintings
             */
            label: string;
            /**
             * Format: int32
             * @description Number of records that have the value and pass all other filters.
             * @example 61
             */
            count: number;
            /** @description The query parameters that give these records, beside the other filters. */
            parameters: components["schemas"]["FacetParameter"][];
            /**
             * Format: uri
             * @description URL of the list of these records, with the other filters of the request.
             * @example https://api.art-marketplace.example/api/v1/marketplace-artworks/?category=2
             */
            url: string;
        };
        /**
         * @description A currency in which every record shows its price.
         * @example EUR
         * @enum {string}
         */
        FilterCurrency: "EUR" | "USD";
        /**
         * @description The text that a field of a record has.
         * @example Aarhus
         */
        FilterText: string;
        /** @description A gallery that offers artworks for sale. */
        Gallery: {
            /**
             * Format: int64
             * @description Identifies the gallery.
             * @example 57
             */
            id: number;
            /**
             * @description The gallery's name.
             * @example Quayside Editions
             */
            name: string;
            /**
             * @description URL-safe name of the gallery.
             * @example quayside-editions
             */
            slug: string;
            /**
             * @description City of the gallery; may be empty.
             * @example Bristol
             */
            city: string | null;
            /**
             * @description A few words about the gallery; may be empty.
             * @example Prints and paintings of the Atlantic coast.
             */
            summary: string;
            /** @description A picture of the gallery, if there is one. */
            featured_image: components["schemas"]["Image"] | null;
            more_artworks: components["schemas"]["MoreArtworks"];
            owner: components["schemas"]["User"];
            /**
             * @description The gallery's telephone number, as the placeholder `<PHONE>`; may be empty.
             * @example <PHONE>
             */
            phone_number: string | null;
            /**
             * @description Postal address of the gallery.
             * @example 12 Quay Street, Bristol
             */
            address: string | null;
            /**
             * Format: date-time
             * @description When the gallery joined the marketplace (UTC).
             * @example 2019-03-01T08:00:00Z
             */
            registered_since: string;
            /**
             * Format: int32
             * @description Number of published, active artworks of the gallery.
             * @example 212
             */
            total_artworks: number;
        };
        /** @description The body that creates a gallery. */
        GalleryInput: {
            /**
             * @description The name, with a visible character and without control characters.
             * @example Quayside Editions
             */
            name: string;
            /**
             * @description City of the gallery. Null by default.
             * @example Bristol
             */
            city?: string | null;
            /**
             * @description A few words about the gallery. Empty by default.
             * @example Prints and paintings of the Atlantic coast.
             */
            summary?: string;
            /** @description A picture. None when null or left out. */
            featured_image?: components["schemas"]["PictureInput"] | null;
            /**
             * @description Username of the owner, of letters, digits, `.`, `_` and `-`; the sender by default. Only `admin` may name
             *     another user.
             * @example quayside
             */
            owner?: string;
            /**
             * @description Telephone number, without < and >. Responses have a placeholder instead. Null by default.
             * @example +44 117 496 0123
             */
            phone_number?: string | null;
            /**
             * @description Postal address of the gallery. Null by default.
             * @example 12 Quay Street, Bristol
             */
            address?: string | null;
        };
        /** @description The users who act for a gallery, and those who are invited. */
        GalleryMembers: {
            /** @description The members, ordered by username. The owner of the gallery is one of them. */
            members: components["schemas"]["User"][];
            /**
             * @description The usernames that are invited and have not accepted, in order. They have no rights yet.
             * @example [
             *       "quayside-assistant"
             *     ]
             */
            invited: string[];
        };
        /** @description All members of a gallery. */
        GalleryMembersInput: {
            /**
             * @description The username of each member, and of each user to invite.
             * @example [
             *       "quayside",
             *       "quayside-assistant"
             *     ]
             */
            members: string[];
        };
        /** @description One page of the galleries. */
        GalleryPage: {
            /**
             * Format: int32
             * @description Number of galleries that match the filter.
             * @example 58
             */
            count: number;
            /**
             * Format: uri
             * @description Link to the following page; null on the last one.
             * @example null
             */
            next: string | null;
            /**
             * Format: uri
             * @description Link to the preceding page; null on the first one.
             * @example null
             */
            previous: string | null;
            /** @description The galleries of this page, in order. */
            results: components["schemas"]["Gallery"][];
        };
        /** @description The fields of a gallery to change (JSON merge patch, RFC 7396). A field that is left out keeps its value. */
        GalleryPatch: {
            /**
             * @description The name, with a visible character and without control characters.
             * @example Quayside Editions
             */
            name?: string;
            /**
             * @description City of the gallery.
             * @example Bristol
             */
            city?: string | null;
            /**
             * @description A few words about the gallery.
             * @example Prints and paintings of the Atlantic coast.
             */
            summary?: string;
            /** @description Changes to the picture; null takes it away. */
            featured_image?: components["schemas"]["PicturePatch"] | null;
            /**
             * @description Username of the new owner, of letters, digits, `.`, `_` and `-`. It is that of a member, or of any user if
             *     the sender has the scope `admin`.
             * @example quayside
             */
            owner?: string;
            /**
             * @description Telephone number, without < and >. Responses have a placeholder instead.
             * @example +44 117 496 0123
             */
            phone_number?: string | null;
            /**
             * @description Postal address of the gallery.
             * @example 12 Quay Street, Bristol
             */
            address?: string | null;
        };
        /** @description A picture of an artist or a gallery. */
        Image: {
            /**
             * Format: int64
             * @description Identifies the picture among those of artists and galleries.
             * @example 88
             */
            id: number;
            /**
             * Format: date-time
             * @description When the picture was added (UTC).
             * @example 2024-05-07T09:30:00.123456Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the picture last changed (UTC).
             * @example 2024-05-07T09:31:12Z
             */
            updated_at: string;
            /**
             * @description Whether a WebP rendition exists.
             * @example false
             */
            is_converted_to_webp: boolean;
            /**
             * @description Caption below the picture.
             * @example null
             */
            caption: string | null;
            /**
             * @description Alternative text for screen readers.
             * @example A bright shop front on a quay
             */
            alt_text: string | null;
            /**
             * @description Content of the picture.
             * @example null
             */
            description: string | null;
            /**
             * Format: uri
             * @description URL of the picture.
             * @example https://media.art-marketplace.example/galleries/57.jpg
             */
            image: string;
            /**
             * Format: uuid
             * @description `id` of the user who added it; null if no user added it.
             * @example null
             */
            uploaded_by: string | null;
        };
        /** @description A new API key, with the key itself. */
        IssuedApiKey: {
            /**
             * Format: int64
             * @description Identifies the key.
             * @example 4
             */
            id: number;
            /**
             * @description The first characters of the key, by which its owner can recognise it.
             * @example amk_Zk3v9QxT
             */
            hint: string;
            owner: components["schemas"]["User"];
            /**
             * @description What the key may write.
             * @example [
             *       "events:write"
             *     ]
             */
            scopes: string[];
            /**
             * Format: date-time
             * @description When the key was created (UTC).
             * @example 2026-04-01T08:00:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the key expires (UTC); null if it does not expire.
             * @example 2026-07-01T08:00:00Z
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When the key was last used (UTC), to the minute; null if it was not used yet.
             * @example null
             */
            last_used_at: string | null;
            /**
             * Format: int64
             * @description `id` of the key that replaces this one; null if there is none.
             * @example null
             */
            replaced_by: number | null;
            /**
             * @description The key itself. No other response has it.
             * @example amk_Zk3v9QxTq0u5mS1cY7eR2wB8nD4hL6jP9aF3gK5tXvM
             */
            key: string;
        };
        /** @description A webhook, with its secret. */
        IssuedWebhook: {
            /**
             * Format: int64
             * @description Identifies the webhook.
             * @example 3
             */
            id: number;
            owner: components["schemas"]["User"];
            /**
             * Format: uri
             * @description The URL to which messages are sent.
             * @example https://hooks.quayside.example/art
             */
            url: string;
            /**
             * @description The lists of whose changes it is told.
             * @example [
             *       "marketplace-artworks"
             *     ]
             */
            collections: string[];
            /**
             * @description The changes of which it is told.
             * @example [
             *       "upsert",
             *       "delete"
             *     ]
             */
            operations: string[];
            /**
             * @description Whether messages are sent.
             * @example true
             */
            is_active: boolean;
            /**
             * Format: date-time
             * @description When the service has disabled the webhook (UTC); null if it has not.
             * @example null
             */
            disabled_at: string | null;
            /**
             * @description Why the service has disabled the webhook; null if it has not. `failed`: all attempts of a message have failed.
             *     `gone`: the receiver has responded with 410.
             * @example null
             */
            disabled_reason: string | null;
            /**
             * Format: date-time
             * @description Until when messages are also signed with the secret before the current one (UTC); null if only the current one is valid.
             * @example null
             */
            previous_secret_ends_at: string | null;
            /**
             * Format: date-time
             * @description When the webhook was created (UTC).
             * @example 2026-04-01T08:00:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the webhook was last changed, or disabled (UTC).
             * @example 2026-04-01T08:00:00Z
             */
            updated_at: string;
            /**
             * @description The secret with which messages are signed: `whsec_` and the base64 of 32 random bytes. No other response has it.
             * @example whsec_Zk3v9QxTq0u5mS1cY7eR2wB8nD4hL6jP9aF3gK5tXvM=
             */
            secret: string;
        };
        /** @description The records of a list with an `id` in a range. */
        ListDigest: {
            /**
             * Format: int64
             * @description The first `id` of the range.
             * @example 1
             */
            from: number;
            /**
             * Format: int64
             * @description The last `id` of the range; less than `from` if the range is empty.
             * @example 2001
             */
            to: number;
            /**
             * Format: int32
             * @description Number of public records.
             * @example 2
             */
            count: number;
            /**
             * @description Their digest, as in `ListSummary`.
             * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            digest: string;
            /**
             * @description The `cursor` of the changes after this state.
             * @example ZTA4NmM5YzItNGIwZC00ZTVhLTkzYzgtZjQwZjE0YTdkYzIxOjQ3MTE6NDcwMA
             */
            cursor: string;
            /** @description The parts of the range that have records, in order. */
            parts: components["schemas"]["PartDigest"][];
        };
        /** @description The number of records, and a digest of their contents. */
        ListSummary: {
            /**
             * Format: int32
             * @description Number of public records.
             * @example 2
             */
            count: number;
            /**
             * @description The exclusive or of the SHA-256 digests of all records, in hexadecimal digits. That of a record is of its
             *     canonical JSON (RFC 8785, in UTF-8) without the fields marked `x-derived`, embedded ones included.
             * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            digest: string;
        };
        /**
         * @description Reserved for further artworks; currently an empty object.
         * @example {}
         */
        MoreArtworks: Record<string, never>;
        /**
         * @description A sort key of records that have a name, with `-` for descending.
         * @enum {string}
         */
        NameOrdering: "name" | "-name" | "id" | "-id";
        /** @description The records of a part of the range. */
        PartDigest: {
            /**
             * Format: int64
             * @description The first `id` of the part.
             * @example 1
             */
            from: number;
            /**
             * Format: int64
             * @description The last `id` of the part.
             * @example 999
             */
            to: number;
            /**
             * Format: int32
             * @description Number of public records.
             * @example 1
             */
            count: number;
            /**
             * @description Their digest, as in `ListSummary`.
             * @example 60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752
             */
            digest: string;
        };
        /** @description A picture to show with a record. A field that is left out is null. */
        PictureInput: {
            /**
             * Format: uri
             * @description URL of the picture in full size. All renditions have this URL until others exist. An update with the same
             *     URL keeps the renditions.
             * @example https://kunsthal-nord.example/northern-light.jpg
             */
            full_size: string;
            /**
             * @description Caption below the picture.
             * @example null
             */
            caption?: string | null;
            /**
             * @description Alternative text for screen readers.
             * @example A white hall with a row of windows
             */
            alt_text?: string | null;
            /**
             * @description Content of the picture.
             * @example null
             */
            description?: string | null;
        };
        /**
         * @description The fields of a picture to change. A field that is left out keeps its value. `full_size` is required
         *     if there is no picture yet.
         */
        PicturePatch: {
            /**
             * Format: uri
             * @description URL of the picture in full size. All renditions have this URL until others exist.
             * @example https://kunsthal-nord.example/northern-light.jpg
             */
            full_size?: string;
            /**
             * @description Caption below the picture.
             * @example null
             */
            caption?: string | null;
            /**
             * @description Alternative text for screen readers.
             * @example A white hall with a row of windows
             */
            alt_text?: string | null;
            /**
             * @description Content of the picture.
             * @example null
             */
            description?: string | null;
        };
        /**
         * @description How a price is shown.
         * @example show price
         * @enum {string}
         */
        PriceDisplay: "show price" | "price on request" | "price range";
        /** @description An error and its remedy (RFC 9457). */
        Problem: {
            /**
             * Format: uri
             * @description Identifies the kind of problem: the URL of a page about its remedy.
             * @example https://api.art-marketplace.example/docs/problems/not_found
             */
            type: string;
            /**
             * @description The kind of problem in a few words.
             * @example Not found
             */
            title: string;
            /**
             * Format: int32
             * @description The HTTP status of this response.
             * @example 404
             */
            status: number;
            /**
             * @description Explanation of this occurrence, for a person to read.
             * @example No event has the id 812.
             */
            detail: string;
            /**
             * Format: uri-reference
             * @description Identifies this occurrence by the id of the request. Quote it when you ask for help.
             * @example urn:uuid:5b0f6b0e-8f0c-4b57-9c39-0f5c0a3f4f7d
             */
            instance: string;
            /**
             * @description The kind of problem, for a program to branch on.
             * @example not_found
             */
            code: string;
            /** @description The errors of the input, 20 at most; only for problems that the input has caused. */
            errors?: components["schemas"]["ProblemError"][];
            /**
             * @description Identifies the trace of the request (W3C Trace Context): that of its `traceparent`, or one that begins here. Not every
             *     trace is recorded. It is absent if the request has no `traceparent` and no trace begins here.
             * @example 5b0f6b0e8f0c4b579c390f5c0a3f4f7d
             */
            trace_id?: string;
        };
        /** @description One error of the input. */
        ProblemError: {
            /**
             * @description Name of the invalid parameter or request header.
             * @example limit
             */
            parameter?: string;
            /**
             * @description The invalid value in the body, as a JSON Pointer (RFC 6901); empty for the whole body.
             * @example /end_time
             */
            pointer?: string;
            /**
             * @description The error and the values that are allowed.
             * @example "abc" is not an integer from 1 to 100 in plain decimal digits.
             */
            detail: string;
        };
        /**
         * @description A state of an event or an artwork. A new record is `draft` or `published`. An update can change `draft` to
         *     `published`, `published` to `archived`, and `archived` to `published`. Any other transition gets 409, so
         *     nothing becomes a draft again. An update may repeat the current state.
         * @example published
         * @enum {string}
         */
        PublishStatus: "draft" | "published" | "archived";
        /**
         * @description A representation of a response.
         * @enum {string}
         */
        RepresentationFormat: "api" | "json" | "ics";
        /** @description A delivery that a client has asked for, and its message. */
        RequestedDelivery: {
            delivery: components["schemas"]["WebhookDelivery"];
            message: components["schemas"]["WebhookMessage"];
        };
        /**
         * @description Whether an artwork can be bought.
         * @example available
         * @enum {string}
         */
        SaleStatus: "available" | "reserved" | "sold" | "not for sale";
        /** @description The address of the event, with city and country of the venue where the event has none. */
        SchemaOrgAddress: {
            /**
             * @description The type in the vocabulary.
             * @example PostalAddress
             * @enum {string}
             */
            "@type": "PostalAddress";
            /**
             * @description The `address` of the record.
             * @example Havnegade 4
             */
            streetAddress?: string;
            /**
             * @description The city.
             * @example Aarhus
             */
            addressLocality?: string;
            /**
             * @description ISO 3166-1 alpha-2 code of the country.
             * @example DK
             */
            addressCountry?: string;
        };
        /** @description The geolocation of the event; without one, that of the venue. */
        SchemaOrgCoordinates: {
            /**
             * @description The type in the vocabulary.
             * @example GeoCoordinates
             * @enum {string}
             */
            "@type": "GeoCoordinates";
            /**
             * Format: double
             * @description In decimal degrees.
             * @example 56.1533
             */
            latitude: number;
            /**
             * Format: double
             * @description In decimal degrees.
             * @example 10.2141
             */
            longitude: number;
        };
        /**
         * @description An event in the language of schema.org, as JSON-LD; absent for a deleted one. Fields of the record that are null,
         *     empty or placeholders are absent.
         */
        SchemaOrgEvent: {
            /**
             * @description The vocabulary.
             * @example https://schema.org/
             * @enum {string}
             */
            "@context": "https://schema.org/";
            /**
             * @description The type in the vocabulary.
             * @example Event
             * @enum {string}
             */
            "@type": "Event";
            /**
             * Format: uri
             * @description The URL of the record.
             * @example https://api.art-marketplace.example/api/v1/events/812/
             */
            "@id": string;
            /**
             * @description The `title` of the record.
             * @example Northern Light
             */
            name: string;
            /**
             * Format: uri
             * @description The `external_url` of the record; without one, that of the record, which browsers get as a page.
             * @example https://kunsthal-nord.example/northern-light
             */
            url: string;
            /**
             * @description The `content` of the record; without one, its `summary`.
             * @example Forty paintings of the far north.
             */
            description: string;
            /**
             * @description The `start_time` in whole seconds (UTC); of an all-day event the date alone, in no time zone.
             * @example 2024-03-14T09:00:00Z
             */
            startDate: string;
            /**
             * @description The `end_time` in the same form; absent while it is an estimate.
             * @example 2024-06-30T16:00:00Z
             */
            endDate?: string;
            /**
             * @description Only of an event that is cancelled.
             * @example https://schema.org/EventCancelled
             */
            eventStatus?: string;
            /**
             * @description Only of an event that takes place online only.
             * @example https://schema.org/OnlineEventAttendanceMode
             */
            eventAttendanceMode?: string;
            location: components["schemas"]["SchemaOrgLocation"];
            /** @description The picture of the event in full size; absent for the placeholder. */
            image?: components["schemas"]["SchemaOrgImage"][];
            /**
             * @description The name of the category.
             * @example Gallery Shows
             */
            keywords: string;
            /**
             * @description False if the event has a `price` above 0 or is a paid art fair; true if its `price` is 0; absent when it is unknown.
             * @example false
             */
            isAccessibleForFree?: boolean;
            /** @description Admission, if its price is known or tickets are sold. */
            offers?: components["schemas"]["SchemaOrgOffer"][];
        };
        /** @description A picture. */
        SchemaOrgImage: {
            /**
             * @description The type in the vocabulary.
             * @example ImageObject
             * @enum {string}
             */
            "@type": "ImageObject";
            /**
             * Format: uri
             * @description The picture in full size.
             * @example https://media.art-marketplace.example/events/640/full_size.jpg
             */
            url: string;
        };
        /** @description Where an event takes place. */
        SchemaOrgLocation: {
            /**
             * @description `VirtualLocation` for an event that takes place online only.
             * @example Place
             */
            "@type": string;
            /**
             * Format: uri
             * @description The URL of the venue; of a virtual location, one that belongs to the event.
             * @example https://api.art-marketplace.example/api/v1/venues/12/
             */
            "@id": string;
            /**
             * @description The name of the venue.
             * @example Kunsthal Nord
             */
            name: string;
            /**
             * Format: uri
             * @description The page of the venue; of a virtual location, that of the event.
             * @example https://api.art-marketplace.example/api/v1/venues/12/
             */
            url: string;
            address?: components["schemas"]["SchemaOrgAddress"];
            geo?: components["schemas"]["SchemaOrgCoordinates"];
        };
        /** @description Admission to an event. */
        SchemaOrgOffer: {
            /**
             * @description The type in the vocabulary.
             * @example Offer
             * @enum {string}
             */
            "@type": "Offer";
            /**
             * Format: double
             * @description The `price` of the record.
             * @example 12.5
             */
            price?: number;
            /**
             * @description ISO 4217 code of its currency.
             * @example EUR
             */
            priceCurrency?: string;
            /**
             * Format: uri
             * @description The `buy_tickets_url` of the record.
             * @example https://kunsthal-nord.example/tickets
             */
            url?: string;
        };
        /**
         * @description Words, and phrases in quotation marks. A word is a run of letters and digits. An `'s` at its end belongs to
         *     it: `john's` is the word `johns`. Case and accents do not matter. Words without a space between them, as in
         *     `self-portrait`, are a phrase, or, without digits, one word: `selfportrait`. A word of two or more characters
         *     also finds the words that begin with it. In Chinese, Japanese, Thai, Lao, Burmese and Khmer, a word is found
         *     wherever it stands, by the pairs of its characters. If no public record of the collection has all words, those
         *     without a space between them count as separate words. If still none has all, a misspelt letter is forgiven in
         *     words that no public record has. If there are none of these, it is forgiven in each word. It is missing, added
         *     or wrong, or swapped with the next one. A missing space is forgiven, too, in names, and in titles between
         *     words of three letters or more: `dekooning` finds `de Kooning`. A word in which a letter or space is forgiven
         *     has 4 to 16 letters of Latin, Greek, Cyrillic, Hebrew or Arabic script. Two to four letters may be the
         *     initials of a name: `rb` finds `R. B. Kitaj`. Nothing is forgiven in a phrase, or in more than three words of
         *     four letters or more. The first 60 characters of a word count, the first 200 words of a phrase, and the first
         *     ten words and phrases. A search without a letter or digit finds nothing.
         *
         *     A search compares its phrases with the texts that have all of their words, up to 300,000 bytes. A text that is not all
         *     ASCII counts three times. Where there are more, the words of the most frequent phrases count in any order. Such a
         *     search finds each record that has the phrases, and others.
         * @example monet "water lilies"
         */
        SearchText: string;
        /**
         * Format: double
         * @description A bound of a size, as a number of JSON.
         * @example 80.5
         */
        SizeBound: number;
        /**
         * @description A unit of sizes.
         * @example centimeter
         * @enum {string}
         */
        SizeUnit: "centimeter" | "inch";
        /** @description The last line of a complete snapshot. */
        SnapshotEnd: {
            /**
             * @description Distinguishes the last line from the others. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "end";
        };
        /** @description The first line of a snapshot. */
        SnapshotStart: {
            /**
             * @description Distinguishes the first line from the others. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "start";
            /**
             * Format: int32
             * @description Number of public records in the whole list at the start, whatever `after` is. While others write, the
             *     snapshot can have some more or less.
             * @example 5651
             */
            count: number;
            /**
             * @description The `cursor` of the changes after the start.
             * @example ZTA4NmM5YzItNGIwZC00ZTVhLTkzYzgtZjQwZjE0YTdkYzIxOjQ3MTE6NDcwMA
             */
            cursor: string;
        };
        /** @description An `Artwork` with only `id` and the fields that the request names. Each field has the same value as in the list. */
        SparseArtwork: {
            /**
             * Format: int64
             * @description Permanent identifier of the artwork.
             * @example 4711
             */
            id: number;
            /**
             * @description The artwork's title.
             * @example Harbour at Dusk
             */
            title?: string;
            /**
             * @description URL-safe name of the artwork. It ends in a short random suffix if the artwork was not public when it was
             *     created, or if an atomic batch created it. It also has one if another artwork had the slug without it.
             * @example harbour-at-dusk-k3x9
             */
            slug?: string;
            /** @description The artists, in the order of their credits. Empty when unknown. */
            artists?: components["schemas"]["Artist"][];
            gallery?: components["schemas"]["Gallery"];
            /**
             * @description Unit of the sizes.
             * @example centimeter
             */
            units?: string;
            /**
             * Format: int32
             * @description Year it was made; negative before the common era, null when unknown.
             * @example 1987
             */
            year_of_creation?: number | null;
            /**
             * @description Whether it can be bought.
             * @example available
             */
            available_for_sale?: string;
            featured_image?: components["schemas"]["ArtworkImage"];
            /** @description The user who created the record; null if no user created it. */
            author?: components["schemas"]["User"] | null;
            /**
             * Format: double
             * @description Height in `units`; null when unknown.
             * @example 60.5
             */
            size_h?: number | null;
            /**
             * Format: double
             * @description Width in `units`; null when unknown.
             * @example 80
             */
            size_w?: number | null;
            /**
             * Format: double
             * @description Depth in `units`; null when unknown or flat.
             * @example 2.5
             */
            size_d?: number | null;
            /**
             * Format: double
             * @description `size_h` x `size_w` as binary floating point; 0 when one of them is unknown.
             * @example 4840
             */
            size_hw?: number;
            /**
             * Format: double
             * @description `size_hw` x `size_d` as binary floating point; null when `size_d` is null.
             * @example 12100
             */
            size_hwd?: number | null;
            category?: components["schemas"]["ArtworkCategory"];
            /**
             * Format: double
             * @description Price in `price_currency`; null unless `price_display` is `show price`.
             * @example 2400
             */
            price?: number | null;
            /**
             * @description ISO 4217 code of the currency of `price`.
             * @example GBP
             */
            price_currency?: string;
            /**
             * @description How the price is shown.
             * @example show price
             */
            price_display?: string;
            /**
             * Format: double
             * @description Lower end of the range; null unless `price_display` is `price range`.
             * @example null
             */
            min_price?: number | null;
            /**
             * Format: double
             * @description Upper end of the range; null unless `price_display` is `price range`.
             * @example null
             */
            max_price?: number | null;
            /**
             * @description ISO 4217 code of the currency of `min_price`.
             * @example EUR
             */
            min_price_currency?: string;
            /**
             * @description ISO 4217 code of the currency of `max_price`.
             * @example EUR
             */
            max_price_currency?: string;
            /**
             * Format: double
             * @description `price` in US dollars, converted with the newest reference rate; null without a price or a rate. In the
             *     public list ordered by `price_usd`, new rates take effect within minutes, in the order and the prices
             *     together.
             * @example 3221.03
             */
            price_usd?: number | null;
            /**
             * @description `price` in euros, converted with the newest reference rate, as a string with two decimals; null without a
             *     price or a rate. In the public list ordered by `price_usd`, new rates take effect within minutes.
             * @example 2756.78
             */
            price_eur?: string | null;
            /**
             * @description Currency of `price_usd`.
             * @example USD
             */
            price_usd_currency?: string;
            /**
             * @description Whether a buyer may offer less than the price.
             * @example true
             */
            allow_discounted_offers?: boolean;
            /**
             * @description Whether offers are made to interested buyers automatically.
             * @example true
             */
            automated_offers?: boolean;
            /**
             * Format: int32
             * @description Discount of an automated offer in percent; set exactly when `automated_offers` is true.
             * @example 10
             */
            automated_offers_discount_rate?: number | null;
            /**
             * Format: int32
             * @description Number of days for which an automated offer is valid; set exactly when `automated_offers` is true.
             * @example 7
             */
            automated_offer_days_valid?: number | null;
            /**
             * @description Whether it can be bought without asking the gallery first.
             * @example false
             */
            allow_instant_buy?: boolean;
            /** @description Tags of the artwork; may be empty. */
            tags?: components["schemas"]["Tag"][];
            /**
             * @description State of the record. The public sees `published` ones only.
             * @example published
             */
            publish_status?: string;
            /**
             * @description Whether the gallery offers it now. The public sees active ones only.
             * @example true
             */
            is_active?: boolean;
            /**
             * Format: date-time
             * @description When the record was created (UTC).
             * @example 2024-05-07T09:30:00.123456Z
             */
            created_at?: string;
            /**
             * Format: date-time
             * @description The date for the default ordering (UTC).
             * @example 2024-05-08T10:00:00Z
             */
            order_date?: string;
            business_user?: components["schemas"]["User"];
            /**
             * @description Materials, as free text; may end with a newline.
             * @example Oil on canvas
             */
            medium?: string | null;
            /**
             * @description Street and number of the place to collect it from.
             * @example 12 Quay Street
             */
            street_address?: string | null;
            /**
             * @description City of the place to collect it from; may be empty.
             * @example Bristol
             */
            city?: string | null;
            /**
             * @description Postal code of the place to collect it from; may be empty.
             * @example BS1 4DJ
             */
            zip_code?: string | null;
            /**
             * @description State or region of the place to collect it from.
             * @example null
             */
            state?: string | null;
        };
        /** @description One page of artworks with the named fields. */
        SparseArtworkPage: {
            /**
             * Format: int32
             * @description Number of artworks in the whole list.
             * @example 5651
             */
            count: number;
            /**
             * Format: uri
             * @description Link to the following page; null on the last one.
             * @example https://api.art-marketplace.example/api/v1/marketplace-artworks/?limit=18&offset=18&ordering=-price
             */
            next: string | null;
            /**
             * Format: uri
             * @description Link to the preceding page; null on the first one.
             * @example null
             */
            previous: string | null;
            /** @description The artworks of this page, in order. */
            results: components["schemas"]["SparseArtwork"][];
        };
        /** @description An `Event` with only `id` and the fields that the request names. Each field has the same value as in the list. */
        SparseEvent: {
            /**
             * Format: int64
             * @description Permanent identifier of the event.
             * @example 812
             */
            id: number;
            author?: components["schemas"]["User"];
            /**
             * Format: double
             * @description Price of admission in `price_currency`; null when unknown.
             * @example null
             */
            price?: number | null;
            featured_image?: components["schemas"]["EventImage"];
            venue?: components["schemas"]["Venue"];
            category?: components["schemas"]["EventCategory"];
            /**
             * @description ISO 3166-1 alpha-2 code of the country; empty when unknown.
             * @example DK
             */
            country?: string;
            /**
             * @description State of the record. The public sees `published` ones only.
             * @example published
             */
            publish_status?: string;
            /**
             * Format: date-time
             * @description Time of the first publication (UTC). Later publications do not change it. For a draft, it is the time of
             *     its creation.
             * @example 2024-02-01T08:00:00Z
             */
            published_at?: string;
            /**
             * Format: date-time
             * @description Planned time of publication (UTC); null if none was planned.
             * @example null
             */
            publish_time?: string | null;
            /**
             * @description URL-safe name of the event. It ends in a short random suffix if the event was not public when it was
             *     created, or if an atomic batch created it. It also has one if another event had the slug without it.
             * @example northern-light
             */
            slug?: string;
            /**
             * Format: date-time
             * @description When the record was created (UTC).
             * @example 2024-01-20T14:05:09.000417Z
             */
            created_at?: string;
            /**
             * Format: date-time
             * @description When the record last changed (UTC).
             * @example 2024-02-01T08:00:00Z
             */
            updated_at?: string;
            /**
             * @description One generated sentence with title, category, start, end, venue and address. The days are those of
             *     `start_time` and `end_time` in the time zone of the event, as `start_time` says. They are in UTC if the
             *     zone is unknown. An event that ends at midnight ends on the day before. Characters that turn the direction
             *     of writing are left out.
             * @example Northern Light: Gallery Shows event from 14 March 2024 to 30 June 2024 at Kunsthal Nord, Havnegade 4.
             */
            summary?: string;
            /**
             * @description The event's title.
             * @example Northern Light
             */
            title?: string;
            /**
             * @description Full text about the event; lines may end with CR LF.
             * @example Forty paintings of the far north.
             */
            content?: string | null;
            /**
             * Format: date-time
             * @description When the event starts (UTC). To show it as visitors expect, convert it to the time zone of the event. This
             *     follows from the `geolocation` of the event, or else from that of the venue. HTML views, calendars and
             *     `summary` do so. Do not convert the dates of an all-day event.
             * @example 2024-03-14T09:00:00Z
             */
            start_time?: string;
            /**
             * Format: date-time
             * @description When the event ends (UTC); never before `start_time`.
             * @example 2024-06-30T16:00:00Z
             */
            end_time?: string;
            /**
             * @description Whether the times of day have no meaning. The event then takes place on the dates of `start_time` and `end_time`
             *     as they are written, in no time zone; the last day is included. An event on 14 March in Tokyo has times of 14 March,
             *     although that day begins there on 13 March (UTC).
             * @example false
             */
            is_all_day_event?: boolean;
            /**
             * @description Whether `end_time` is an estimate.
             * @example false
             */
            is_end_time_unknown?: boolean;
            /**
             * @description Whether auction results have been added.
             * @example false
             */
            auction_results_added?: boolean;
            /**
             * @description Whether the marketplace features the event.
             * @example false
             */
            is_featured?: boolean;
            /**
             * @description Whether it is an art fair that takes an admission fee.
             * @example false
             */
            is_paid_art_fair?: boolean;
            /**
             * @description Address of the event; may be empty.
             * @example Havnegade 4
             */
            address?: string;
            /**
             * @description City of the event; may be empty.
             * @example Aarhus
             */
            city?: string;
            /**
             * @description `<latitude>,<longitude>` in decimal degrees; empty when unknown.
             * @example 56.1533,10.2141
             */
            geolocation?: string;
            /**
             * @description ISO 4217 code of the currency of `price`.
             * @example EUR
             */
            price_currency?: string;
            /**
             * Format: int32
             * @description Number of exhibitors the year before.
             * @example 0
             */
            exhibitors_previous_year?: number;
            /**
             * Format: int32
             * @description Number of exhibitors this year.
             * @example 0
             */
            exhibitors_this_year?: number;
            /**
             * Format: int32
             * @description Number of visitors this year.
             * @example 0
             */
            visitors_this_year?: number;
            /**
             * Format: int32
             * @description Number of visitors the year before.
             * @example 0
             */
            visitors_previous_year?: number;
            /**
             * Format: uri
             * @description URL where tickets are sold.
             * @example null
             */
            buy_tickets_url?: string | null;
            /**
             * @description Contact person, as the placeholder `<NAME>`.
             * @example null
             */
            contact_name?: string | null;
            /**
             * @description E-mail address for questions, as the placeholder `<EMAIL>`.
             * @example null
             */
            email?: string | null;
            /**
             * Format: uri
             * @description URL of the event's own page.
             * @example https://kunsthal-nord.example/northern-light
             */
            external_url?: string | null;
            /**
             * @description Telephone number for questions, as the placeholder `<PHONE>`.
             * @example null
             */
            phone?: string | null;
            /**
             * @description Further information for visitors.
             * @example null
             */
            additional_info?: string | null;
            /**
             * Format: uri
             * @description URL of the press release.
             * @example null
             */
            press_release?: string | null;
            /**
             * Format: uri
             * @description URL of the event's logo.
             * @example null
             */
            banner_logo?: string | null;
            /**
             * @description Whether the event takes place online only.
             * @example false
             */
            is_online_only?: boolean;
            /** @description Artists of the event; currently always empty. */
            artists?: components["schemas"]["EventArtist"][];
            /** @description Artworks of the event; currently always empty. */
            artworks?: components["schemas"]["EventArtwork"][];
            /** @description Magazines that write about the event; currently always empty. */
            magazines?: components["schemas"]["EventMagazine"][];
            /** @description Further pictures of the event; currently always empty. */
            additional_images?: components["schemas"]["EventAdditionalImage"][];
            /**
             * @description True in the record of an event that will not take place, or did not; other records do not have the field. Such an
             *     event stays in lists, so that those who know it learn of it.
             * @example true
             */
            is_cancelled?: boolean;
        };
        /** @description One page of events with the named fields. */
        SparseEventPage: {
            /**
             * Format: int32
             * @description Number of events in the whole list.
             * @example 700
             */
            count: number;
            /**
             * Format: uri
             * @description Link to the following page; null on the last one.
             * @example https://api.art-marketplace.example/api/v1/events/?limit=18&offset=18
             */
            next: string | null;
            /**
             * Format: uri
             * @description Link to the preceding page; null on the first one.
             * @example null
             */
            previous: string | null;
            /** @description The events of this page, in order. */
            results: components["schemas"]["SparseEvent"][];
        };
        /** @description A keyword of artworks. */
        Tag: {
            /**
             * Format: int64
             * @description Identifies the tag.
             * @example 31
             */
            id: number;
            /**
             * Format: date-time
             * @description When the tag was created (UTC).
             * @example 2018-01-15T12:00:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the tag last changed (UTC).
             * @example 2018-01-15T12:00:00Z
             */
            updated_at: string;
            /**
             * @description The tag itself.
             * @example seascape
             */
            name: string;
            /**
             * @description Meaning of the tag; may be empty.
             * @example
             */
            description: string;
        };
        /** @description The body that creates a tag. */
        TagInput: {
            /**
             * @description The name, with a visible character and without control characters.
             * @example nocturne
             */
            name: string;
            /**
             * @description Meaning of the tag. Empty by default.
             * @example
             */
            description?: string;
        };
        /** @description One page of the tags. */
        TagPage: {
            /**
             * Format: int32
             * @description Number of tags that match the filter.
             * @example 24
             */
            count: number;
            /**
             * Format: uri
             * @description Link to the following page; null on the last one.
             * @example null
             */
            next: string | null;
            /**
             * Format: uri
             * @description Link to the preceding page; null on the first one.
             * @example null
             */
            previous: string | null;
            /** @description The tags of this page, in order. */
            results: components["schemas"]["Tag"][];
        };
        /** @description The fields of a tag to change (JSON merge patch, RFC 7396). A field that is left out keeps its value. */
        TagPatch: {
            /**
             * @description The name, with a visible character and without control characters.
             * @example sea views
             */
            name?: string;
            /**
             * @description Meaning of the tag.
             * @example
             */
            description?: string;
        };
        /** @description A person who uses the marketplace. Placeholders replace names and contact data. */
        User: {
            /**
             * Format: uuid
             * @description Random identifier of the user.
             * @example 0b9e6a5e-6c3c-4f0e-9a35-2f1b3c8d7e10
             */
            id: string;
            /**
             * @description The user's opaque handle.
             * @example quayside
             */
            username: string;
            /**
             * @description URL-safe form of the handle.
             * @example quayside
             */
            slug: string;
            /**
             * @description First name, as the placeholder `<NAME>`; may be empty.
             * @example <NAME>
             */
            first_name: string;
            /**
             * @description Last name, as the placeholder `<NAME>`; may be empty.
             * @example <NAME>
             */
            last_name: string;
            /**
             * @description Name to show, as the placeholder `<NAME>`; may be empty.
             * @example <NAME>
             */
            display_name: string | null;
            /**
             * @description Full name to show, always the placeholder `<NAME>`.
             * @example <NAME>
             */
            display_name_full: string;
            /**
             * @description E-mail address, always the placeholder `<EMAIL>`.
             * @example <EMAIL>
             */
            email: string;
            /**
             * @description Telephone number, as the placeholder `<PHONE>`; may be empty.
             * @example <PHONE>
             */
            telephone: string | null;
        };
        /** @description A place where events are held. */
        Venue: {
            /**
             * Format: int64
             * @description Identifies the venue.
             * @example 12
             */
            id: number;
            /**
             * @description The venue's name.
             * @example Kunsthal Nord
             */
            name: string;
            /**
             * @description URL-safe name of the venue.
             * @example kunsthal-nord
             */
            slug: string;
            /**
             * @description City of the venue; may be empty.
             * @example Aarhus
             */
            city: string;
            country: components["schemas"]["Country"];
            /**
             * @description `<latitude>,<longitude>` in decimal degrees; empty when unknown.
             * @example 56.1533,10.2141
             */
            geolocation: string;
            /**
             * Format: int32
             * @description Number of published, active, available artworks of the gallery that runs this venue; 0 if no
             *     gallery runs it.
             * @example 0
             */
            artworks_for_sale_count: number;
            /** @description A picture of the venue, if there is one. */
            featured_image: components["schemas"]["VenueImage"] | null;
            /**
             * @description Usual response time of the venue to inquiries, in words; null when unknown.
             * @example null
             */
            response_time: string | null;
        };
        /** @description The picture of a venue, in eight renditions. */
        VenueImage: {
            /**
             * Format: int64
             * @description Identifies the picture among those of venues.
             * @example 5
             */
            id: number;
            image: components["schemas"]["VenueImageRenditions"];
            /**
             * Format: date-time
             * @description When the picture was added (UTC).
             * @example 2023-08-11T10:00:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the picture last changed (UTC).
             * @example 2023-08-11T10:00:00Z
             */
            updated_at: string;
            /**
             * @description Whether the WebP renditions exist; until then, their URLs are those of the other renditions.
             * @example true
             */
            is_converted_to_webp: boolean;
            /**
             * @description Caption below the picture.
             * @example null
             */
            caption: string | null;
            /**
             * @description Alternative text for screen readers.
             * @example A brick hall by the water
             */
            alt_text: string | null;
            /**
             * @description Content of the picture.
             * @example null
             */
            description: string | null;
            /**
             * Format: uuid
             * @description `id` of the user who added it; null if no user added it.
             * @example null
             */
            uploaded_by: string | null;
        };
        /** @description URLs of the renditions of a venue's picture. */
        VenueImageRenditions: {
            /**
             * Format: uri
             * @description Medium crop, as WebP.
             * @example https://media.art-marketplace.example/venues/5/crop_medium.webp
             */
            crop_medium_webp: string;
            /**
             * Format: uri
             * @description Medium crop.
             * @example https://media.art-marketplace.example/venues/5/crop_medium.jpg
             */
            crop_medium: string;
            /**
             * Format: uri
             * @description Small crop.
             * @example https://media.art-marketplace.example/venues/5/crop_small.jpg
             */
            crop_small: string;
            /**
             * Format: uri
             * @description The picture as it was added.
             * @example https://media.art-marketplace.example/venues/5/full_size.jpg
             */
            full_size: string;
            /**
             * Format: uri
             * @description Small crop, as WebP.
             * @example https://media.art-marketplace.example/venues/5/crop_small.webp
             */
            crop_small_webp: string;
            /**
             * Format: uri
             * @description Big crop.
             * @example https://media.art-marketplace.example/venues/5/crop_big.jpg
             */
            crop_big: string;
            /**
             * Format: uri
             * @description Big crop, as WebP.
             * @example https://media.art-marketplace.example/venues/5/crop_big.webp
             */
            crop_big_webp: string;
            /**
             * Format: uri
             * @description The picture in full size, as WebP.
             * @example https://media.art-marketplace.example/venues/5/full_size.webp
             */
            full_size_webp: string;
        };
        /** @description The body that creates a venue. */
        VenueInput: {
            /**
             * @description The name, with a visible character and without control characters.
             * @example Kunsthal Nord
             */
            name: string;
            /**
             * @description City of the venue. Empty by default.
             * @example Aarhus
             */
            city?: string;
            /**
             * @description ISO 3166-1 alpha-2 code of the country, in capitals; empty when unknown. Empty by default.
             * @example DK
             */
            country?: string;
            /**
             * @description `<latitude>,<longitude>` in decimal degrees with at most six decimals; empty when
             *     unknown or left out.
             * @example 56.1533,10.2141
             */
            geolocation?: string;
            /** @description A picture. None when null or left out. */
            featured_image?: components["schemas"]["PictureInput"] | null;
        };
        /** @description One page of the venues. */
        VenuePage: {
            /**
             * Format: int32
             * @description Number of venues that match the filter.
             * @example 37
             */
            count: number;
            /**
             * Format: uri
             * @description Link to the following page; null on the last one.
             * @example null
             */
            next: string | null;
            /**
             * Format: uri
             * @description Link to the preceding page; null on the first one.
             * @example null
             */
            previous: string | null;
            /** @description The venues of this page, in order. */
            results: components["schemas"]["Venue"][];
        };
        /** @description The fields of a venue to change (JSON merge patch, RFC 7396). A field that is left out keeps its value. */
        VenuePatch: {
            /**
             * @description The name, with a visible character and without control characters.
             * @example Kunsthal Nord
             */
            name?: string;
            /**
             * @description City of the venue.
             * @example Aarhus
             */
            city?: string;
            /**
             * @description ISO 3166-1 alpha-2 code of the country, in capitals; empty when unknown.
             * @example DK
             */
            country?: string;
            /**
             * @description `<latitude>,<longitude>` in decimal degrees with at most six decimals; empty when
             *     unknown.
             * @example 56.1533,10.2141
             */
            geolocation?: string;
            /** @description Changes to the picture; null takes it away. */
            featured_image?: components["schemas"]["PicturePatch"] | null;
        };
        /** @description A URL that is told of changes. */
        Webhook: {
            /**
             * Format: int64
             * @description Identifies the webhook.
             * @example 3
             */
            id: number;
            owner: components["schemas"]["User"];
            /**
             * Format: uri
             * @description The URL to which messages are sent.
             * @example https://hooks.quayside.example/art
             */
            url: string;
            /**
             * @description The lists of whose changes it is told.
             * @example [
             *       "marketplace-artworks"
             *     ]
             */
            collections: string[];
            /**
             * @description The changes of which it is told.
             * @example [
             *       "upsert",
             *       "delete"
             *     ]
             */
            operations: string[];
            /**
             * @description Whether messages are sent.
             * @example true
             */
            is_active: boolean;
            /**
             * Format: date-time
             * @description When the service has disabled the webhook (UTC); null if it has not.
             * @example null
             */
            disabled_at: string | null;
            /**
             * @description Why the service has disabled the webhook; null if it has not. `failed`: all attempts of a message have failed.
             *     `gone`: the receiver has responded with 410.
             * @example null
             */
            disabled_reason: string | null;
            /**
             * Format: date-time
             * @description Until when messages are also signed with the secret before the current one (UTC); null if only the current one is valid.
             * @example null
             */
            previous_secret_ends_at: string | null;
            /**
             * Format: date-time
             * @description When the webhook was created (UTC).
             * @example 2026-04-01T08:00:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the webhook was last changed, or disabled (UTC).
             * @example 2026-04-01T08:00:00Z
             */
            updated_at: string;
        };
        /** @description The last change of a record. */
        WebhookChange: {
            /**
             * Format: int64
             * @description The record's `id`.
             * @example 4711
             */
            id: number;
            /**
             * @description `upsert`: the record is public, and new or changed. `delete`: it is not public any more.
             * @example upsert
             */
            op: string;
            /**
             * Format: date-time
             * @description When the service recorded the change (UTC).
             * @example 2026-04-01T08:00:00.123456Z
             */
            changed_at: string;
        };
        /**
         * @description A list of whose changes a webhook is told.
         * @enum {string}
         */
        WebhookCollection: "marketplace-artworks" | "events";
        /** @description A message to a webhook, and what became of it. */
        WebhookDelivery: {
            /**
             * Format: int64
             * @description Identifies the delivery.
             * @example 91
             */
            id: number;
            /**
             * @description The `webhook-id` of the message. A redelivery has that of the first delivery.
             * @example msg_2f0a3c52-6f0e-4d0b-9d61-0c7a5f0e8b1d
             */
            message_id: string;
            /**
             * @description The type of the message.
             * @example marketplace-artworks.changed
             */
            type: string;
            /**
             * @description `pending`: it is sent at `next_attempt_at`, or being sent. `delivered`: the receiver has responded with 2xx.
             *     `failed`: it is not sent again.
             * @example delivered
             */
            state: string;
            /**
             * Format: int32
             * @description Number of requests so far.
             * @example 1
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When the service has made the delivery (UTC).
             * @example 2026-04-01T08:00:01Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it is sent next (UTC); null unless it is pending.
             * @example null
             */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description When it was sent last (UTC); null if it was not.
             * @example 2026-04-01T08:00:01.123456Z
             */
            last_attempt_at: string | null;
            /**
             * Format: int32
             * @description The status of the response to the last attempt; null if there was no response.
             * @example 204
             */
            response_status: number | null;
            /**
             * @description Why there was no response at the last attempt; null if there was one. `address_not_allowed`: the
             *     receiver has no address, or one that is not public. `timeout`: no response within 10 seconds.
             *     `connection_failed`: anything else.
             * @example null
             */
            error: string | null;
        };
        /** @description The body that creates a webhook. */
        WebhookInput: {
            /**
             * Format: uri
             * @description The URL to which messages are sent: `https`, without a user and a fragment. `http` is accepted only where the
             *     operator of the service has allowed addresses of receivers. Messages are not sent to an address that is not
             *     public, whatever its name is, unless the operator has allowed it. A URL that has such an address in place of a
             *     name gets 422. The receiver needs a certificate of a public authority, unless the operator trusts others, and a
             *     key exchange over elliptic curves (ECDHE).
             * @example https://hooks.quayside.example/art
             */
            url: string;
            /**
             * @description The lists of whose changes it is told.
             * @example [
             *       "marketplace-artworks"
             *     ]
             */
            collections: components["schemas"]["WebhookCollection"][];
            /**
             * @description The changes of which it is told; all by default.
             * @example [
             *       "upsert",
             *       "delete"
             *     ]
             */
            operations?: components["schemas"]["WebhookOperation"][];
            /**
             * @description Whether messages are sent; true by default. Changes of the time in which none are sent are in the first message
             *     afterwards.
             * @example true
             */
            is_active?: boolean;
        };
        /** @description Deliveries of a webhook, the newest first. */
        WebhookLog: {
            /** @description The deliveries. */
            deliveries: components["schemas"]["WebhookDelivery"][];
            /**
             * @description Whether the log has older ones.
             * @example false
             */
            has_more: boolean;
        };
        /** @description The body of a request to a webhook. */
        WebhookMessage: {
            /**
             * @description What the message tells of. Ignore a type that you do not know.
             * @example marketplace-artworks.changed
             */
            type: string;
            /**
             * Format: date-time
             * @description When the service has made the message (UTC).
             * @example 2026-04-01T08:00:01Z
             */
            timestamp: string;
            data: components["schemas"]["WebhookMessageData"];
        };
        /** @description Changes of a list. */
        WebhookMessageData: {
            /**
             * @description The list, by the name in its path; null in a `ping`.
             * @example marketplace-artworks
             */
            collection: string | null;
            /** @description The changes, oldest first; none in a `ping`. */
            changes: components["schemas"]["WebhookChange"][];
            /**
             * @description Whether there are further changes, which no message has. The feed has them.
             * @example false
             */
            has_more: boolean;
            /**
             * @description A `cursor` of the feed from before these changes, for a receiver that has none of its own; null in a `ping`.
             * @example ZTA4NmM5YzItNGIwZC00ZTVhLTkzYzgtZjQwZjE0YTdkYzIxOjQ3MTE6NDcwMA
             */
            cursor: string | null;
        };
        /**
         * @description A change of which a webhook is told. `upsert`: a record is public, and new or changed. `delete`: it is not public any
         *     more.
         * @enum {string}
         */
        WebhookOperation: "upsert" | "delete";
        /** @description One page of the webhooks. */
        WebhookPage: {
            /**
             * Format: int32
             * @description Number of webhooks in the list.
             * @example 24
             */
            count: number;
            /**
             * Format: uri
             * @description Link to the following page; null on the last one.
             * @example null
             */
            next: string | null;
            /**
             * Format: uri
             * @description Link to the preceding page; null on the first one.
             * @example null
             */
            previous: string | null;
            /** @description The webhooks of this page, in order. */
            results: components["schemas"]["Webhook"][];
        };
        /** @description The fields of a webhook to change. */
        WebhookPatch: {
            /**
             * Format: uri
             * @description The URL to which messages are sent: `https`, without a user and a fragment. `http` is accepted only where the
             *     operator of the service has allowed addresses of receivers. Messages are not sent to an address that is not
             *     public, whatever its name is, unless the operator has allowed it. A URL that has such an address in place of a
             *     name gets 422. The receiver needs a certificate of a public authority, unless the operator trusts others, and a
             *     key exchange over elliptic curves (ECDHE).
             * @example https://hooks.quayside.example/art
             */
            url?: string;
            /**
             * @description The lists of whose changes it is told.
             * @example [
             *       "marketplace-artworks"
             *     ]
             */
            collections?: components["schemas"]["WebhookCollection"][];
            /**
             * @description The changes of which it is told.
             * @example [
             *       "upsert",
             *       "delete"
             *     ]
             */
            operations?: components["schemas"]["WebhookOperation"][];
            /**
             * @description Whether messages are sent. Changes of the time in which none are sent are in the first message afterwards.
             * @example true
             */
            is_active?: boolean;
        };
        /**
         * Format: int32
         * @description A bound of a year; negative before the common era.
         * @example 1850
         */
        YearBound: number;
    };
    responses: {
        /** @description The API key, without the key itself. */
        ApiKey: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiKey"];
            };
        };
        /** @description One page of API keys. */
        ApiKeyPage: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiKeyPage"];
            };
        };
        /** @description The artist. */
        Artist: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Artist"];
            };
        };
        /** @description One page of artists. */
        ArtistPage: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ArtistPage"];
            };
        };
        /** @description The artwork. */
        Artwork: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Artwork"];
            };
        };
        /** @description The artwork category. */
        ArtworkCategory: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ArtworkCategory"];
            };
        };
        /** @description One page of artwork categories. */
        ArtworkCategoryPage: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ArtworkCategoryPage"];
            };
        };
        /**
         * @description Changes of artworks: as one JSON object or, if `Accept` prefers `text/event-stream` to JSON, as an event stream
         *     (Server-Sent Events) that goes on until it is closed. If both have the same `q`, the response is JSON.
         *
         *     The first event comes at once, also without a change. Each further one comes as a rule within a second of a change,
         *     and at most ten come in a second. The name of an event is `changes`, its `id` is its `next_cursor`, and `data` is the
         *     JSON object in one line. A comment comes after 15 seconds without an event. While the service cannot read the
         *     changes, or the client has exceeded its number of requests, a comment comes each second.
         *
         *     The stream ends after 10 to 15 minutes, when the service stops, and when its cursor expires. Connect again after the
         *     milliseconds of `retry`, with the last `id` in `Last-Event-ID`. Each event after the first one counts as a request,
         *     and as one more for each 512 KiB. A process of the service has up to 4,096 streams. Beyond that, the newest
         *     stream of the client with the most of them ends, or gets 503.
         */
        ArtworkChanges: {
            headers: {
                ETag: components["headers"]["ETagOfJson"];
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ArtworkChanges"];
                "text/event-stream": string;
            };
        };
        /** @description The facets of the artworks. */
        ArtworkFacets: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ArtworkFacets"];
            };
        };
        /** @description One page of artworks. */
        ArtworkPage: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ArtworkPage"];
            };
        };
        /**
         * @description One JSON object in each line (NDJSON): the start, the artworks, and the end. `kind` tells them apart. A client whose
         *     `Accept` allows JSON and does not mention NDJSON gets NDJSON too.
         */
        ArtworkSnapshot: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/x-ndjson": string;
            };
        };
        /**
         * @description A parameter or the body violates its schema. `errors` lists up to 20 violations, with the allowed
         *     values.
         */
        BadBody: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A parameter is unknown, repeated or malformed. `errors` lists up to 20 of them, with the allowed values. */
        BadRequest: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description One JSON object in each line (NDJSON): the result of each line of the request, in their order, and then the
         *     summary. `kind` tells them apart. A client whose `Accept` allows JSON and does not mention NDJSON gets NDJSON
         *     too.
         *
         *     Without `atomic=true`, the service writes the lines while it reads them, a few hundred at a time. A line that
         *     fails changes nothing; the other lines are written. You may send all lines before you read the results, if the
         *     results have at most 16 MiB. While more than that is unread, the service reads no further lines. The response
         *     begins after the last line, or once you have sent nothing for a second or two.
         *
         *     A response without the summary was cut: send the batch again. A line without a result may or may not have been
         *     written, but never in part.
         */
        BatchResponse: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/x-ndjson": string;
            };
        };
        /**
         * @description Changes after this number may be missing (`cursor_expired`). It is older than the time for which deletions are kept, or
         *     the database has not given it, for example because it was restored from a backup. Begin again: read the feed
         *     without `afterChangeNumber`, to its last page. Then delete the events of your copy that no page had.
         */
        ChangeNumberExpired: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is larger than 256 KiB. */
        ContentTooLarge: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The new API key, with the key itself. */
        CreatedApiKey: {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                Location: components["headers"]["Location"];
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IssuedApiKey"];
            };
        };
        /** @description The new artist. */
        CreatedArtist: {
            headers: {
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                Location: components["headers"]["Location"];
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Artist"];
            };
        };
        /** @description The new artwork. */
        CreatedArtwork: {
            headers: {
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                Location: components["headers"]["Location"];
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Artwork"];
            };
        };
        /** @description The new artwork category. */
        CreatedArtworkCategory: {
            headers: {
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                Location: components["headers"]["Location"];
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ArtworkCategory"];
            };
        };
        /** @description The new event. */
        CreatedEvent: {
            headers: {
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                Location: components["headers"]["Location"];
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Event"];
            };
        };
        /** @description The new event category. */
        CreatedEventCategory: {
            headers: {
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                Location: components["headers"]["Location"];
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["EventCategory"];
            };
        };
        /** @description The new gallery. */
        CreatedGallery: {
            headers: {
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                Location: components["headers"]["Location"];
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Gallery"];
            };
        };
        /** @description The new tag. */
        CreatedTag: {
            headers: {
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                Location: components["headers"]["Location"];
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Tag"];
            };
        };
        /** @description The new venue. */
        CreatedVenue: {
            headers: {
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                Location: components["headers"]["Location"];
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Venue"];
            };
        };
        /** @description The new webhook, with its secret. */
        CreatedWebhook: {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                Location: components["headers"]["Location"];
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IssuedWebhook"];
            };
        };
        /**
         * @description Changes after this cursor may be missing (`cursor_expired`): it is older than the time for which deletions are kept,
         *     or another database gave it out. Read the list from the beginning: send the request without `cursor`, and remove what
         *     your copy has beyond it.
         */
        CursorExpired: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The record was deleted. */
        Deleted: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description 10 messages of this webhook wait already (`deliveries_waiting`). Read the log for their results. */
        DeliveriesWaiting: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The event. */
        Event: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Event"];
            };
        };
        /** @description The event category. */
        EventCategory: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["EventCategory"];
            };
        };
        /** @description One page of event categories. */
        EventCategoryPage: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["EventCategoryPage"];
            };
        };
        /**
         * @description Changes of events: as one JSON object or, if `Accept` prefers `text/event-stream` to JSON, as an event stream
         *     (Server-Sent Events) that goes on until it is closed. If both have the same `q`, the response is JSON.
         *
         *     The first event comes at once, also without a change. Each further one comes as a rule within a second of a change,
         *     and at most ten come in a second. The name of an event is `changes`, its `id` is its `next_cursor`, and `data` is the
         *     JSON object in one line. A comment comes after 15 seconds without an event. While the service cannot read the
         *     changes, or the client has exceeded its number of requests, a comment comes each second.
         *
         *     The stream ends after 10 to 15 minutes, when the service stops, and when its cursor expires. Connect again after the
         *     milliseconds of `retry`, with the last `id` in `Last-Event-ID`. Each event after the first one counts as a request,
         *     and as one more for each 512 KiB. A process of the service has up to 4,096 streams. Beyond that, the newest
         *     stream of the client with the most of them ends, or gets 503.
         */
        EventChanges: {
            headers: {
                ETag: components["headers"]["ETagOfJson"];
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["EventChanges"];
                "text/event-stream": string;
            };
        };
        /** @description The facets of the events. */
        EventFacets: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["EventFacets"];
            };
        };
        /**
         * @description One page of events: as JSON, or as a calendar (iCalendar, RFC 5545) with `format=ics` or if `Accept` prefers
         *     `text/calendar` to JSON. If both have the same `q`, the response is JSON.
         *
         *     A calendar has the events of the page, by all parameters of the list. Calendar programs follow no links, so `limit` is
         *     100 by default, and `DESCRIPTION` of the calendar says how many events the list has. If it has more, choose what you
         *     need by the parameters. `NAME` has the venue, the category, the search, the place and the time of the list.
         *
         *     Times are those of the time zone of the event, which a `VTIMEZONE` describes; see `start_time`. They are in UTC if the
         *     zone is unknown, and where the clocks show a time twice because they are put back. Fractions of seconds are left
         *     out. An all-day event has dates, and its `DTEND` is the day after the last one. An event has no `DTEND` if its end is
         *     unknown. The last possible date is 9999-12-31. An all-day event that ends on it has that date as `DTEND`, or none if
         *     it begins on it, too. `UID` is made of the `id` and the host of the service, so it stays when the event changes. `DTSTAMP` and
         *     `LAST-MODIFIED` are `updated_at`. A cancelled event has the `STATUS` `CANCELLED`. Its `SUMMARY` begins with
         *     `Cancelled: `, because some programs do not show a `STATUS`. There is no `SEQUENCE`, because the record has none.
         */
        EventPage: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["EventPage"];
                "text/calendar": unknown;
            };
        };
        /** @description A page of the feed. */
        EventRpde: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["EventRpdePage"];
            };
        };
        /**
         * @description One JSON object in each line (NDJSON): the start, the events, and the end. `kind` tells them apart. A client whose
         *     `Accept` allows JSON and does not mention NDJSON gets NDJSON too.
         */
        EventSnapshot: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/x-ndjson": string;
            };
        };
        /** @description The rates are stored. */
        ExchangeRateImport: {
            headers: {
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ExchangeRateImport"];
            };
        };
        /** @description The exchange rates. */
        ExchangeRates: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ExchangeRates"];
            };
        };
        /**
         * @description The sender may not do this, and nothing was written. The reason is one of these:
         *
         *     - The credential lacks the scope.
         *     - The event belongs to another user.
         *     - The sender is not a member of the gallery.
         *     - Only `admin` may create a key for another user.
         *     - The sender may store no more.
         *
         *     The records of a user have a limit of bytes, which the operator sets: 16 GiB by default, about two million
         *     ordinary artworks. A record counts for the user who created it, or who was the last to make its texts longer.
         *     The same holds for its picture, its references and an API key. Each counts with a fixed size and twice its
         *     texts in UTF-8. Beyond the limit, a write may neither add any of them nor make a text longer, even if it
         *     removes others. So delete records or shorten texts first. A deletion frees the bytes, except those of a key. A
         *     further limit is 20,000 each of artists, galleries, tags and venues for a user.
         */
        Forbidden: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The gallery. */
        Gallery: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Gallery"];
            };
        };
        /** @description The members of the gallery. */
        GalleryMembers: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["GalleryMembers"];
            };
        };
        /** @description One page of galleries. */
        GalleryPage: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["GalleryPage"];
            };
        };
        /**
         * @description There are more than 100 headers, or the URL and the headers together are larger than 16 KiB. Or a header
         *     that is a list is larger than 1 KiB: `Accept`, `Accept-Encoding`, `Content-Type`, `If-Match`,
         *     `If-None-Match` or `X-Forwarded-For`.
         */
        HeaderFieldsTooLarge: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The first request with this `Idempotency-Key` is still running. Try again in a moment. */
        IdempotencyKeyInUse: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The index. */
        Index: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiIndex"];
            };
        };
        /**
         * @description The service failed, or its response violated this document. The text of the problem is always the same.
         *     The service's log has the cause under the id in `instance`.
         */
        InternalError: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The current state of the record does not allow the transition to the requested state. `PublishStatus`
         *     lists the transitions.
         */
        InvalidTransition: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The digest. */
        ListDigest: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ListDigest"];
            };
        };
        /** @description The path does not support this method. `Allow` lists the supported methods. */
        MethodNotAllowed: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `Accept` excludes all media types of this operation; `detail` lists them. */
        NotAcceptable: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description No record has this id, or the sender may not see it. The response is the same for both. */
        NotFound: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The representation that you have is the current one. */
        NotModified: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /**
         * @description `If-Match` does not have the `ETag` of the current record or page; a GET may have `If-Match` too. Or
         *     `If-None-Match` of a PUT, PATCH or DELETE has the current `ETag`. Nothing was written; read the record again.
         *     `detail` says whether the record has changed or the tags are weak.
         */
        PreconditionFailed: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `If-Match` is missing. Without it, the request could overwrite the change of another client. */
        PreconditionRequired: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description Other records refer to this one, so it cannot be deleted. `detail` has the number of those that the sender may
         *     see, and the ids of the first three. Or the record is the API key of the request, and `If-Match` is `*`.
         */
        RecordInUse: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The webhook, with its new secret. */
        ReplacedWebhookSecret: {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IssuedWebhook"];
            };
        };
        /** @description The delivery, which is not sent yet, and its message. */
        RequestedDelivery: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RequestedDelivery"];
            };
        };
        /**
         * @description The database cannot be reached (`service_unavailable`), or the service is overloaded
         *     (`overloaded`; nothing was done). Try again after `Retry-After` seconds.
         */
        ServiceUnavailable: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One page of artworks with the named fields. */
        SparseArtworkPage: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SparseArtworkPage"];
            };
        };
        /** @description One page of events with the named fields. */
        SparseEventPage: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SparseEventPage"];
            };
        };
        /** @description The tag. */
        Tag: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Tag"];
            };
        };
        /** @description One page of tags. */
        TagPage: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TagPage"];
            };
        };
        /**
         * @description This client has exceeded the rate limit, or the limit of responses that are kept for an `Idempotency-Key`.
         *     Nothing was done: send the same request again after `Retry-After` seconds.
         *
         *     A request with an API key counts for the key, once the service has accepted the key. Any other request counts
         *     for the client address (IPv6: for its /64). Every request counts, also one for an unknown path or with
         *     OPTIONS. A request whose response has more than 512 KiB counts as one for each 512 KiB begun. The response is
         *     measured before compression, unless it comes from the service's cache. A request for a list with filters, or
         *     below a record, counts as one more for each 5,000 public records that the service reads for it. An entry of
         *     an index counts as a third of a record. A search for a misspelt word looks up each word that differs from it
         *     by a letter, and each of these counts as two records. An event that a search finds by its `content` counts as
         *     one record more for each 500 bytes of it, and as 40 more at most. A search also reads names of artists,
         *     galleries, tags and venues, each of which counts as a record. A search compares a phrase with the texts and names that
         *     have all of its words. Each ten bytes begun of such a comparison count as a record, or each three of a text that is not all
         *     ASCII. Facets are counted by up to 15 statements. They count as one more for each 10,000 records that these
         *     read together, and texts count as those of phrases. A statement whose result is remembered reads none. A list
         *     by `name` counts as one more for each 6 MB of names that the service reads for it. For each ten bytes of the
         *     text, a name counts once more. A list that takes too long and gets 503, or facets that do, count as 100 more,
         *     unless they have only waited for those of others. A new webhook counts as 20 requests. So does each message
         *     that a request about a webhook sends, as a test or again.
         *
         *     Four kinds of requests are not counted:
         *
         *     - a request for the style sheet, a script or a drawing that HTML pages load from `/assets/`;
         *     - a request without a credential that gets a 304 from the service's cache;
         *     - a request that an overloaded service rejects before it parses it;
         *     - data that is not a valid HTTP request; its connection is closed.
         */
        TooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The credential is missing or invalid. The response is the same for both. */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The body fits its schema but violates a rule; `errors` lists up to 20 violations. Besides the rules of the
         *     operation, these apply:
         *
         *     - Related records and countries exist.
         *     - An end is not before its start.
         *     - Prices are present exactly as `price_display` requires.
         *     - The lower end of a price range is not above the upper end in the same currency.
         *     - A new record is `draft` or `published`.
         *     - Names of tags and categories are unique. Names are equal if they differ only in case, in composed and
         *       decomposed characters (Unicode normalization), in blanks at their ends or in invisible characters.
         *
         *     For a POST, 422 can also mean that the `Idempotency-Key` was used with another body, or for another
         *     operation.
         */
        UnprocessableContent: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The body has no media type, or one that this operation does not accept. `Accept` lists the accepted media
         *     types. If the `Content-Encoding` is not accepted, `Accept-Encoding` lists the accepted content codings. Both
         *     are checked before the size of the body.
         */
        UnsupportedMediaType: {
            headers: {
                Accept: components["headers"]["AcceptedTypes"];
                "Accept-Encoding": components["headers"]["AcceptedEncodings"];
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The query is larger than 4 KiB, or the URL larger than 16 KiB. */
        UriTooLong: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The venue. */
        Venue: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Venue"];
            };
        };
        /** @description One page of venues. */
        VenuePage: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["VenuePage"];
            };
        };
        /** @description The webhook, without its secret. */
        Webhook: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Webhook"];
            };
        };
        /** @description The last deliveries. */
        WebhookLog: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WebhookLog"];
            };
        };
        /** @description One page of webhooks. */
        WebhookPage: {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WebhookPage"];
            };
        };
    };
    parameters: {
        /**
         * @description With `true`, the list has only active artworks, as the list for the public always has. With `false`, it has
         *     only inactive artworks: those of the sender's galleries, or with the scope `admin` all of them. `false`
         *     requires a credential. Without `publish_status`, the list with `false` has every state.
         * @example true
         */
        ActiveFilter: boolean;
        /**
         * @description The `modified` of an item, in decimal digits. The page has the items after it; with 0, all from the beginning. Take it
         *     from `next`.
         * @example 1715074200000812
         */
        AfterChangeNumber: number;
        /**
         * @description Only records with a higher `id` than this, in decimal digits.
         * @example 4711
         */
        AfterRecord: number;
        /**
         * @description Whether to store a rate that differs by a factor of 5 or more from that of the day before or after it. A
         *     gap of years can be the reason.
         * @example true
         */
        AllowJumps: boolean;
        /**
         * @description The key's `id`, in decimal digits. The response is 404 unless it is the id of a key of the sender, or of any
         *     user if the sender has the scope `admin`.
         * @example 4
         */
        ApiKeyId: number;
        /**
         * @description Lists the artworks that name any of these artists. It takes 1 to 20 ids, separated by commas.
         * @example 1,2
         */
        ArtistFilter: components["schemas"]["AnyOfIds"];
        /**
         * @description The artist's `id`, in decimal digits. The response is 404 unless it is the id of an artist.
         * @example 309
         */
        ArtistId: number;
        /**
         * @description Lists the artworks of any of these categories. It takes 1 to 20 ids, separated by commas.
         * @example 1,2
         */
        ArtworkCategoryFilter: components["schemas"]["AnyOfIds"];
        /**
         * @description The artwork category's `id`, in decimal digits. The response is 404 unless it is the id of an artwork category.
         * @example 2
         */
        ArtworkCategoryId: number;
        /**
         * @description Lists the artworks in this city, or in a gallery of this city where the artwork names none. Case, accents and
         *     spaces around the text do not matter.
         * @example Aarhus
         */
        ArtworkCityFilter: components["schemas"]["FilterText"];
        /**
         * @description The artwork's `id`, in decimal digits. The response is 404 unless it is the id of an artwork that the
         *     sender may see.
         * @example 1
         */
        ArtworkId: number;
        /**
         * @description Lists the artworks that have each word of the search, in any order. Words are found in the title, the medium, and
         *     the names of the artists, the gallery and the tags.
         * @example monet "water lilies"
         */
        ArtworkSearch: components["schemas"]["SearchText"];
        /**
         * @description Whether the batch is written as a whole. After the last line has arrived, all lines are written or none. The
         *     results come only then.
         *
         *     Atomic batches are written one after another. The work of one may take 60 seconds, or 20 seconds while another
         *     atomic batch waits. Beyond that, nothing of it is written, and the response has only the summary, with 503.
         *     The same happens when the atomic batches that a process of the service holds have more than 96 MiB together.
         *     If the client closes the connection, nothing is written either, unless the commit has already begun. The slugs
         *     of new records end in a random suffix, so that no other writer waits for a slug.
         * @example true
         */
        Atomic: boolean;
        /**
         * @description Selects the deliveries with a smaller `id`, so that of the last one in a response leads to the next ones.
         * @example 91
         */
        BeforeDelivery: number;
        /**
         * @description Lists the artworks whose picture has a colour near this one: a colour of `featured_image.colors_data` that differs from it
         *     by at most `color_tolerance`. In a query, `#` is `%23`.
         * @example #b03a2e
         */
        ColorFilter: string;
        /**
         * @description The greatest difference that `color` allows: the distance of both colours in CIELAB (CIE 1976, D65). A difference of
         *     2 is hardly visible. Black and white differ by 100. Alone it has no effect.
         * @example 20
         */
        ColorTolerance: number;
        /**
         * @description Lists the events in this country, an ISO 3166-1 alpha-2 code. An event without a country is in that of its venue.
         * @example DK
         */
        CountryFilter: string;
        /**
         * @description The currency of `price_min` and `price_max`; without the parameter, `EUR`. Alone it has no effect.
         * @example EUR
         */
        CurrencyOfPrices: components["schemas"]["FilterCurrency"];
        /**
         * @description `next_cursor` of the last response that you have processed. It means nothing to a program but this service. The
         *     response is 410 if changes after it may be missing, or if it is no cursor of this list. The deletions of the last 30 days are kept, unless the
         *     operator has set another time. Of each list, the last million are kept at most.
         * @example ZTA4NmM5YzItNGIwZC00ZTVhLTkzYzgtZjQwZjE0YTdkYzIxOjQ3MTE6NDcwMA
         */
        Cursor: string;
        /**
         * @description Whether the batch only checks its lines, and writes nothing. Each line is checked against the records as they
         *     are. With `atomic=true`, it is checked against the records as the lines before it would leave them.
         * @example true
         */
        DryRun: boolean;
        /**
         * @description Lists the events that end at this time or later. An all-day event ends with its last day, in UTC. In a query, the `+`
         *     of a time zone is `%2B`.
         * @example 2024-02-01T08:00:00Z
         */
        EndsAfter: components["schemas"]["DateOrTime"];
        /**
         * @description Lists the events that end before this time. An all-day event ends with its last day, in UTC.
         * @example 2031-02-01T08:00:00Z
         */
        EndsBefore: components["schemas"]["DateOrTime"];
        /**
         * @description Lists the events of any of these categories. It takes 1 to 20 ids, separated by commas.
         * @example 1,2
         */
        EventCategoryFilter: components["schemas"]["AnyOfIds"];
        /**
         * @description The event category's `id`, in decimal digits. The response is 404 unless it is the id of an event category.
         * @example 1
         */
        EventCategoryId: number;
        /**
         * @description Lists the events in this city. An event without a city is in that of its venue. Case, accents and spaces around the
         *     text do not matter.
         * @example Aarhus
         */
        EventCityFilter: components["schemas"]["FilterText"];
        /**
         * @description The event's `id`, in decimal digits. The response is 404 unless it is the id of an event that the
         *     sender may see.
         * @example 1
         */
        EventId: number;
        /**
         * @description Lists the events that have each word of the search, in any order. Words are found in the title, the first 10,000
         *     characters of the content, the name of the venue, and the city. An event without a city is in that of its venue.
         * @example art fair basel
         */
        EventSearch: components["schemas"]["SearchText"];
        /**
         * @description Lists the records with this external id: events of the sender, artworks of the sender's galleries, or with
         *     the scope `admin` all of them. It requires a credential. The list has every state, unless `publish_status`
         *     names one.
         */
        ExternalIdFilter: string;
        /**
         * @description Lists the events that the marketplace features, or with `false` the others.
         * @example true
         */
        FeaturedFilter: boolean;
        /**
         * @description The names of the fields that each record has beside `id`, separated by commas. Without the parameter, a record has only
         *     its `id`. A repeated name counts once. The fields have the order of the record.
         * @example [
         *       "title",
         *       "price"
         *     ]
         */
        FieldsOfArtworks: components["schemas"]["ArtworkField"][];
        /**
         * @description The names of the fields that each record has beside `id`, separated by commas. Without the parameter, a record has only
         *     its `id`. A repeated name counts once. The fields have the order of the record.
         * @example [
         *       "title",
         *       "start_time"
         *     ]
         */
        FieldsOfEvents: components["schemas"]["EventField"][];
        /**
         * @description The representation to return. With `json`, every client gets JSON. With `ics`, it gets a list of events as a
         *     calendar, and 406 from any other operation. With `api`, or without the parameter, the values of `q` in `Accept` decide (RFC 9110, section 12.5.1). If those of `text/html` and JSON are equal, the
         *     more specific media range decides: `text/html` beside a range of all types prefers HTML. If that is equal too, as
         *     in `text/html, application/json`, the response is JSON. It is also JSON for a range of all types alone, and
         *     without an `Accept` header. An HTML view and a calendar have an `ETag` of their own. The links of a list repeat the parameter.
         * @example json
         */
        Format: components["schemas"]["RepresentationFormat"];
        /**
         * @description Lists the artworks of any of these galleries. It takes 1 to 20 ids, separated by commas.
         * @example 1,2
         */
        GalleryFilter: components["schemas"]["AnyOfIds"];
        /**
         * @description The gallery's `id`, in decimal digits. The response is 404 unless it is the id of a gallery.
         * @example 57
         */
        GalleryId: number;
        /**
         * @description Lists the artworks whose height is at most this. Otherwise as `height_min`.
         * @example 80.5
         */
        HeightMax: components["schemas"]["SizeBound"];
        /**
         * @description Lists the artworks whose height, converted to the `units` of the request, is at least this. An artwork without a
         *     height does not pass. Sizes that differ by less than a millionth of a centimetre are equal.
         * @example 20
         */
        HeightMin: components["schemas"]["SizeBound"];
        /**
         * @description An identifier of this request that you choose, such as a new UUID: 1 to 255 printable ASCII characters
         *     other than the quote, optionally in quotes. It has no example here, because two requests with one key
         *     would collide.
         *
         *     A successful POST can be repeated for 24 hours. The same key with the same body gets the same response,
         *     byte for byte, with the header `Idempotent-Replayed: true`, and creates nothing. Two bodies are the same
         *     only if their bytes are equal. Different users can use the same key. A failed POST wrote nothing, and its
         *     key is not remembered, so it may be repeated with the same key.
         *
         *     For each user, the service keeps about 256 MiB of responses, which is 50,000 ordinary ones. Beyond that, a
         *     POST with a new key gets 429, and `Retry-After` has the seconds until the oldest response is forgotten.
         *     [Batches](https://api.art-marketplace.example/docs/guide/batches) write many records without a key.
         */
        IdempotencyKey: string;
        /**
         * @description Lists the records with these ids: 1 to 100 ids in decimal digits, separated by commas. Without `ordering`, the
         *     list has their order. It has no record for an id that is not in the list otherwise, and one record for an id
         *     that is repeated.
         * @example 3,1,2
         */
        IdsFilter: string;
        /**
         * @description The `ETag` of the record as you read it, several of them, or `*` for any version (RFC 9110, section
         *     13.1.1). If none of them has the current version, the response is 412 and nothing is changed.
         *
         *     Only the version is compared: the part of the `ETag` up to the dot. So the `ETag` of any encoding matches. A
         *     change of embedded data causes no 412, for example of the number of artworks that the venue has for sale. Send
         *     the `ETag` unchanged. A weak tag (`W/"..."`) never matches, and a proxy that compresses can make an `ETag`
         *     weak.
         */
        IfMatch: string;
        /**
         * @description The `ETag` of the representation that you have, several of them, or `*` (RFC 9110, section 13.1.2). While
         *     one of them is current, the response is 304 without a body. A compressed response has an `ETag` of its
         *     own, so send the `ETag` with the `Accept-Encoding` with which you got it.
         * @example "812-20240201080000.Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
         */
        IfNoneMatch: string;
        /**
         * @description Lists the artworks that have a picture, or with `false` those with the placeholder picture.
         * @example true
         */
        ImageFilter: boolean;
        /**
         * @description With `record`, each `upsert` has the record. Without the parameter, `record` is null. After an upgrade, records that the service has not prepared again yet get 503.
         * @example record
         */
        Include: components["schemas"]["ChangeInclusion"];
        /**
         * @description Lists the artworks that can be bought at once, or with `false` those that cannot.
         * @example true
         */
        InstantBuyFilter: boolean;
        /**
         * @description The `id` of the last event that you have processed, which is its `next_cursor`. An `EventSource` sends it when it
         *     connects again. An event stream then goes on after it, whatever `cursor` is. It has no meaning for JSON.
         * @example ZTA4NmM5YzItNGIwZC00ZTVhLTkzYzgtZjQwZjE0YTdkYzIxOjQ3MTE6NDcwMA
         */
        LastEvent: string;
        /**
         * @description The maximum number of records in the page, in decimal digits; anything else is an error. The records of a page
         *     together have at most 1 MiB of JSON. A page of very long records ends early, with fewer than `limit` records
         *     but at least one, and `next` goes on after the last of them. `previous` leads to the page that begins `limit`
         *     records earlier. If that page ends early too, follow its `next` to the records in between.
         * @example 18
         */
        Limit: number;
        /**
         * @description The maximum number of changes in the response, or in an event, in decimal digits; anything else is an error. The
         *     records of a response together have at most 1 MiB of JSON. A response with very long records ends early, with at
         *     least one change.
         * @example 100
         */
        LimitOfChanges: number;
        /**
         * @description The maximum number of items of the page, in decimal digits; anything else is an error. The records of a page, as
         *     `/events/` has them, together have at most 1 MiB of JSON. A page with very long records ends early, with at least one
         *     item.
         * @example 500
         */
        LimitOfRpde: number;
        /**
         * @description Lists the artworks with this medium. Case, accents and spaces around the text do not matter.
         * @example Oil on canvas
         */
        MediumFilter: components["schemas"]["FilterText"];
        /**
         * @description The time of `when`; without the parameter, the beginning of the minute of the request. Alone it has no effect. In a
         *     query, the `+` of a time zone is `%2B`.
         * @example 2024-02-01T08:00:00Z
         */
        MomentOfWhen: string;
        /**
         * @description Selects records whose name contains this text, without regard to case and accents. Spaces are
         *     significant, also at the ends.
         * @example kunsthal
         */
        NameFilter: string;
        /**
         * @description Lists the events that take place at most `radius_km` from here: latitude and longitude in decimal degrees, with up to
         *     six decimals. A space may follow the comma. An event without a `geolocation` is at that of its venue. One that has
         *     neither does not pass.
         * @example 48.8566,2.3522
         */
        NearFilter: string;
        /**
         * @description Index of the first record of the page, from 0, in decimal digits. It refers to the list as it is at the time
         *     of the request. An offset at or past the end of the list is not an error: the page is empty.
         * @example 0
         */
        Offset: number;
        /**
         * @description Lists the events that take place online only, or with `false` the others.
         * @example true
         */
        OnlineOnlyFilter: boolean;
        /**
         * @description The sort key; without the parameter, `name`.
         * @example name
         */
        OrderingByName: components["schemas"]["NameOrdering"];
        /**
         * @description The sort key. Without the parameter, it is the order of `ids`, or else `-relevance` for `q`, or else `-order_date`. An artwork with a hidden price is sorted as one without a
         *     price. The records do not show the sort keys `views_count`, `published_at` and `updated_at`. `updated_at` is
         *     the time of the last change of the artwork, from which the version in its `ETag` is made.
         * @example -order_date
         */
        OrderingOfArtworks: components["schemas"]["ArtworkOrdering"];
        /**
         * @description The sort key. Without the parameter, it is the order of `ids`, or else `-relevance` for `q`, or else `-start_time`.
         * @example -start_time
         */
        OrderingOfEvents: components["schemas"]["EventOrdering"];
        /**
         * @description Lists the artworks whose price is shown in this way.
         * @example show price
         */
        PriceDisplayFilter: components["schemas"]["PriceDisplay"];
        /**
         * @description Lists the artworks whose price in the `currency` of the request is at most this. Otherwise as `price_min`.
         * @example 3000
         */
        PriceMax: components["schemas"]["AmountBound"];
        /**
         * @description Lists the artworks whose price in the `currency` of the request is at least this. An artwork that does not show a
         *     price, or whose price cannot be converted, does not pass. The records show the same `price_eur` and `price_usd`.
         * @example 100
         */
        PriceMin: components["schemas"]["AmountBound"];
        /**
         * @description The greatest distance from `near`, in kilometres along a great circle of a sphere with a radius of 6,371.0088 km. Alone
         *     it has no effect.
         * @example 50
         */
        RadiusOfNear: number;
        /**
         * @description The last `id` of the range, in decimal digits. Without the parameter, or beyond the highest `id`, it is the highest.
         * @example 20000
         */
        RangeEnd: number;
        /**
         * @description The first `id` of the range, in decimal digits.
         * @example 1
         */
        RangeStart: number;
        /**
         * @description The day of the rates. The response is 404 if the day has none.
         * @example 2026-04-13
         */
        RateDate: string;
        /**
         * @description The `id` of the delivery in the log. By default, the last one that is not waiting.
         * @example 91
         */
        RepeatedDelivery: number;
        /**
         * @description Lists the artworks with this availability.
         * @example available
         */
        SaleStatusFilter: components["schemas"]["SaleStatus"];
        /**
         * @description The highest number when the client began to read, in decimal digits. It is in `next` until the client has read as far:
         *     events that were deleted before are nothing to it.
         * @example 1715074200000900
         */
        StartChangeNumber: number;
        /**
         * @description Lists the events that begin at this time or later. An all-day event begins with its first day, in UTC. In a query, the
         *     `+` of a time zone is `%2B`.
         * @example 2024-02-01
         */
        StartsAfter: components["schemas"]["DateOrTime"];
        /**
         * @description Lists the events that begin before this time. An all-day event begins with its first day, in UTC.
         * @example 2031-02-01T08:00:00Z
         */
        StartsBefore: components["schemas"]["DateOrTime"];
        /**
         * @description The state of the records to list. Any client may list `published` records. Any other state requires a
         *     credential. The list then has the events of the sender or the artworks of the sender's galleries. With the
         *     scope `admin`, it has all records in this state.
         * @example published
         */
        StatusFilter: components["schemas"]["PublishStatus"];
        /**
         * @description Lists the artworks that have any of these tags. It takes 1 to 20 ids, separated by commas.
         * @example 1,2
         */
        TagFilter: components["schemas"]["AnyOfIds"];
        /**
         * @description The tag's `id`, in decimal digits. The response is 404 unless it is the id of a tag.
         * @example 31
         */
        TagId: number;
        /**
         * @description The unit of `height_min`, `height_max`, `width_min` and `width_max`; without the parameter, `centimeter`. An inch
         *     has 2.54 centimetres. Alone it has no effect.
         * @example centimeter
         */
        UnitsOfSizes: components["schemas"]["SizeUnit"];
        /**
         * @description Lists the records whose last change (`updated_at`, which artworks do not show) has this time or a later one.
         *     The list does not report deletions, withdrawn records or changes of embedded records, and a change that
         *     commits late can have a time that you have already read past. In a query, the `+` of a time zone is `%2B`.
         * @example 2024-02-01T08:00:00Z
         */
        UpdatedAfter: string;
        /**
         * @description Lists the records whose last change (`updated_at`) has an earlier time than this. With `updated_after`, each
         *     record is in one of several periods where one begins at the time at which another ends.
         * @example 2031-02-01T08:00:00Z
         */
        UpdatedBefore: string;
        /**
         * @description Lists the events at any of these venues. It takes 1 to 20 ids, separated by commas.
         * @example 1,2
         */
        VenueFilter: components["schemas"]["AnyOfIds"];
        /**
         * @description The venue's `id`, in decimal digits. The response is 404 unless it is the id of a venue.
         * @example 12
         */
        VenueId: number;
        /**
         * @description The seconds for which the response waits while there is no change, in decimal digits. As a rule it comes within a
         *     second of a change. Without one, it comes at the end, with empty `results`. It has no meaning for an event stream.
         * @example 30
         */
        Wait: number;
        /**
         * @description The webhook's `id`, in decimal digits. The response is 404 unless it is the id of a webhook of the sender, or of any
         *     user if the sender has the scope `admin`.
         * @example 3
         */
        WebhookId: number;
        /**
         * @description Lists the events that begin after `at`, that are on at that time, or that have ended before it. An all-day event is on
         *     from the beginning of its first day to the end of its last one, in UTC. The links of a page name the time in `at`, so
         *     that all pages of a walk have the same list.
         * @example upcoming
         */
        WhenFilter: components["schemas"]["EventPeriod"];
        /**
         * @description Lists the artworks whose width is at most this. Otherwise as `width_min`.
         * @example 80.5
         */
        WidthMax: components["schemas"]["SizeBound"];
        /**
         * @description Lists the artworks whose width, converted to the `units` of the request, is at least this. An artwork without a
         *     width does not pass.
         * @example 20
         */
        WidthMin: components["schemas"]["SizeBound"];
        /**
         * @description Lists the artworks that were made in this year or earlier. Otherwise as `year_min`.
         * @example 1999
         */
        YearMax: components["schemas"]["YearBound"];
        /**
         * @description Lists the artworks that were made in this year or later; negative before the common era. An artwork without a
         *     year does not pass.
         * @example 1850
         */
        YearMin: components["schemas"]["YearBound"];
    };
    requestBodies: never;
    headers: {
        /**
         * @description The content codings that this operation accepts in a body, present if its `Content-Encoding` is not accepted
         *     (RFC 9110, section 15.5.16).
         * @example identity
         */
        AcceptedEncodings: string;
        /**
         * @description The media types that this operation accepts in a body (RFC 9110, section 15.5.16).
         * @example application/json
         */
        AcceptedTypes: string;
        /**
         * @description The methods of this path (RFC 9110, section 10.2.1).
         * @example GET, HEAD, OPTIONS
         */
        Allow: string;
        /**
         * @description `no-cache`: revalidate a stored copy with `If-None-Match` before you use it. The value begins with
         *     `private` if the request had a credential (RFC 9111, section 5.2.2). Problems have `no-store`.
         * @example no-cache
         */
        CacheControl: string;
        /**
         * @description Strong validator of this representation, embedded records included (RFC 9110, section 8.8.3). The `ETag`
         *     of a record begins with its version and a dot. Every accepted PUT and PATCH creates a new version, even
         *     without a change. The `ETag` of a compressed response ends in `-br` or `-gzip` before the closing quote.
         * @example "812-20240201080000.Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
         */
        ETag: string;
        /**
         * @description Strong validator of this representation, embedded records included (RFC 9110, section 8.8.3). The `ETag` of a
         *     compressed response ends in `-br` or `-gzip` before the closing quote. An event stream has none.
         * @example "Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
         */
        ETagOfJson: string;
        /**
         * @description Present if this is the stored response to an earlier request with the same `Idempotency-Key`, and nothing was
         *     written now.
         * @example true
         */
        IdempotentReplayed: "true";
        /**
         * @description The URL of the new record.
         * @example https://api.art-marketplace.example/api/v1/events/812/
         */
        Location: string;
        /**
         * @description No cache may store the response, because it has a secret (RFC 9111, section 5.2.2.5).
         * @example no-store
         */
        NoStore: "no-store";
        /**
         * @description The number of requests that this client has left (`r`), and the seconds until it has all of them
         *     again (`t`); a structured field of draft-ietf-httpapi-ratelimit-headers. Absent if the request was not
         *     counted.
         * @example "default";r=5999;t=42
         */
        RateLimit: string;
        /**
         * @description The number of requests (`q`) that one client may send in a window of `w` seconds; a structured field
         *     of draft-ietf-httpapi-ratelimit-headers. Absent if the request was not counted.
         * @example "default";q=6000;w=60
         */
        RateLimitPolicy: string;
        /**
         * @description Seconds to wait before the next attempt (RFC 9110, section 10.2.3).
         * @example 1
         */
        RetryAfter: number;
        /**
         * @description The request headers that the representation depends on (RFC 9110, section 12.5.5).
         * @example Accept, Accept-Encoding
         */
        Vary: string;
        /**
         * @description The required authentication scheme (RFC 6750, section 3).
         * @example Bearer realm="art-marketplace"
         */
        WWWAuthenticate: string;
        /**
         * @description Identifies this request in the service's log. For `overloaded` requests, the log may have only their number,
         *     without the ids. A problem repeats the id in `instance`. Quote it when you ask for help.
         * @example 5b0f6b0e-8f0c-4b57-9c39-0f5c0a3f4f7d
         */
        XRequestId: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    retrieveIndex: {
        parameters: {
            query?: {
                /**
                 * @description The representation to return. With `json`, every client gets JSON. With `ics`, it gets a list of events as a
                 *     calendar, and 406 from any other operation. With `api`, or without the parameter, the values of `q` in `Accept` decide (RFC 9110, section 12.5.1). If those of `text/html` and JSON are equal, the
                 *     more specific media range decides: `text/html` beside a range of all types prefers HTML. If that is equal too, as
                 *     in `text/html, application/json`, the response is JSON. It is also JSON for a range of all types alone, and
                 *     without an `Accept` header. An HTML view and a calendar have an `ETag` of their own. The links of a list repeat the parameter.
                 * @example json
                 */
                format?: components["parameters"]["Format"];
            };
            header?: {
                /**
                 * @description The `ETag` of the representation that you have, several of them, or `*` (RFC 9110, section 13.1.2). While
                 *     one of them is current, the response is 304 without a body. A compressed response has an `ETag` of its
                 *     own, so send the `ETag` with the `Accept-Encoding` with which you got it.
                 * @example "812-20240201080000.Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Index"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listMarketplaceArtworks: {
        parameters: {
            query?: {
                /**
                 * @description The representation to return. With `json`, every client gets JSON. With `ics`, it gets a list of events as a
                 *     calendar, and 406 from any other operation. With `api`, or without the parameter, the values of `q` in `Accept` decide (RFC 9110, section 12.5.1). If those of `text/html` and JSON are equal, the
                 *     more specific media range decides: `text/html` beside a range of all types prefers HTML. If that is equal too, as
                 *     in `text/html, application/json`, the response is JSON. It is also JSON for a range of all types alone, and
                 *     without an `Accept` header. An HTML view and a calendar have an `ETag` of their own. The links of a list repeat the parameter.
                 * @example json
                 */
                format?: components["parameters"]["Format"];
                /**
                 * @description The maximum number of records in the page, in decimal digits; anything else is an error. The records of a page
                 *     together have at most 1 MiB of JSON. A page of very long records ends early, with fewer than `limit` records
                 *     but at least one, and `next` goes on after the last of them. `previous` leads to the page that begins `limit`
                 *     records earlier. If that page ends early too, follow its `next` to the records in between.
                 * @example 18
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Index of the first record of the page, from 0, in decimal digits. It refers to the list as it is at the time
                 *     of the request. An offset at or past the end of the list is not an error: the page is empty.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The sort key. Without the parameter, it is the order of `ids`, or else `-relevance` for `q`, or else `-order_date`. An artwork with a hidden price is sorted as one without a
                 *     price. The records do not show the sort keys `views_count`, `published_at` and `updated_at`. `updated_at` is
                 *     the time of the last change of the artwork, from which the version in its `ETag` is made.
                 * @example -order_date
                 */
                ordering?: components["parameters"]["OrderingOfArtworks"];
                /**
                 * @description The state of the records to list. Any client may list `published` records. Any other state requires a
                 *     credential. The list then has the events of the sender or the artworks of the sender's galleries. With the
                 *     scope `admin`, it has all records in this state.
                 * @example published
                 */
                publish_status?: components["parameters"]["StatusFilter"];
                /**
                 * @description Lists the records with this external id: events of the sender, artworks of the sender's galleries, or with
                 *     the scope `admin` all of them. It requires a credential. The list has every state, unless `publish_status`
                 *     names one.
                 */
                external_id?: components["parameters"]["ExternalIdFilter"];
                /**
                 * @description With `true`, the list has only active artworks, as the list for the public always has. With `false`, it has
                 *     only inactive artworks: those of the sender's galleries, or with the scope `admin` all of them. `false`
                 *     requires a credential. Without `publish_status`, the list with `false` has every state.
                 * @example true
                 */
                is_active?: components["parameters"]["ActiveFilter"];
                /**
                 * @description Lists the records with these ids: 1 to 100 ids in decimal digits, separated by commas. Without `ordering`, the
                 *     list has their order. It has no record for an id that is not in the list otherwise, and one record for an id
                 *     that is repeated.
                 * @example 3,1,2
                 */
                ids?: components["parameters"]["IdsFilter"];
                /**
                 * @description Lists the records whose last change (`updated_at`, which artworks do not show) has this time or a later one.
                 *     The list does not report deletions, withdrawn records or changes of embedded records, and a change that
                 *     commits late can have a time that you have already read past. In a query, the `+` of a time zone is `%2B`.
                 * @example 2024-02-01T08:00:00Z
                 */
                updated_after?: components["parameters"]["UpdatedAfter"];
                /**
                 * @description Lists the records whose last change (`updated_at`) has an earlier time than this. With `updated_after`, each
                 *     record is in one of several periods where one begins at the time at which another ends.
                 * @example 2031-02-01T08:00:00Z
                 */
                updated_before?: components["parameters"]["UpdatedBefore"];
                /**
                 * @description Lists the artworks that name any of these artists. It takes 1 to 20 ids, separated by commas.
                 * @example 1,2
                 */
                artist?: components["parameters"]["ArtistFilter"];
                /**
                 * @description Lists the artworks of any of these galleries. It takes 1 to 20 ids, separated by commas.
                 * @example 1,2
                 */
                gallery?: components["parameters"]["GalleryFilter"];
                /**
                 * @description Lists the artworks of any of these categories. It takes 1 to 20 ids, separated by commas.
                 * @example 1,2
                 */
                category?: components["parameters"]["ArtworkCategoryFilter"];
                /**
                 * @description Lists the artworks that have any of these tags. It takes 1 to 20 ids, separated by commas.
                 * @example 1,2
                 */
                tag?: components["parameters"]["TagFilter"];
                /**
                 * @description Lists the artworks whose price in the `currency` of the request is at least this. An artwork that does not show a
                 *     price, or whose price cannot be converted, does not pass. The records show the same `price_eur` and `price_usd`.
                 * @example 100
                 */
                price_min?: components["parameters"]["PriceMin"];
                /**
                 * @description Lists the artworks whose price in the `currency` of the request is at most this. Otherwise as `price_min`.
                 * @example 3000
                 */
                price_max?: components["parameters"]["PriceMax"];
                /**
                 * @description The currency of `price_min` and `price_max`; without the parameter, `EUR`. Alone it has no effect.
                 * @example EUR
                 */
                currency?: components["parameters"]["CurrencyOfPrices"];
                /**
                 * @description Lists the artworks whose height, converted to the `units` of the request, is at least this. An artwork without a
                 *     height does not pass. Sizes that differ by less than a millionth of a centimetre are equal.
                 * @example 20
                 */
                height_min?: components["parameters"]["HeightMin"];
                /**
                 * @description Lists the artworks whose height is at most this. Otherwise as `height_min`.
                 * @example 80.5
                 */
                height_max?: components["parameters"]["HeightMax"];
                /**
                 * @description Lists the artworks whose width, converted to the `units` of the request, is at least this. An artwork without a
                 *     width does not pass.
                 * @example 20
                 */
                width_min?: components["parameters"]["WidthMin"];
                /**
                 * @description Lists the artworks whose width is at most this. Otherwise as `width_min`.
                 * @example 80.5
                 */
                width_max?: components["parameters"]["WidthMax"];
                /**
                 * @description The unit of `height_min`, `height_max`, `width_min` and `width_max`; without the parameter, `centimeter`. An inch
                 *     has 2.54 centimetres. Alone it has no effect.
                 * @example centimeter
                 */
                units?: components["parameters"]["UnitsOfSizes"];
                /**
                 * @description Lists the artworks that were made in this year or later; negative before the common era. An artwork without a
                 *     year does not pass.
                 * @example 1850
                 */
                year_min?: components["parameters"]["YearMin"];
                /**
                 * @description Lists the artworks that were made in this year or earlier. Otherwise as `year_min`.
                 * @example 1999
                 */
                year_max?: components["parameters"]["YearMax"];
                /**
                 * @description Lists the artworks with this medium. Case, accents and spaces around the text do not matter.
                 * @example Oil on canvas
                 */
                medium?: components["parameters"]["MediumFilter"];
                /**
                 * @description Lists the artworks in this city, or in a gallery of this city where the artwork names none. Case, accents and
                 *     spaces around the text do not matter.
                 * @example Aarhus
                 */
                city?: components["parameters"]["ArtworkCityFilter"];
                /**
                 * @description Lists the artworks with this availability.
                 * @example available
                 */
                available_for_sale?: components["parameters"]["SaleStatusFilter"];
                /**
                 * @description Lists the artworks whose price is shown in this way.
                 * @example show price
                 */
                price_display?: components["parameters"]["PriceDisplayFilter"];
                /**
                 * @description Lists the artworks that can be bought at once, or with `false` those that cannot.
                 * @example true
                 */
                allow_instant_buy?: components["parameters"]["InstantBuyFilter"];
                /**
                 * @description Lists the artworks that have a picture, or with `false` those with the placeholder picture.
                 * @example true
                 */
                has_image?: components["parameters"]["ImageFilter"];
                /**
                 * @description Lists the artworks whose picture has a colour near this one: a colour of `featured_image.colors_data` that differs from it
                 *     by at most `color_tolerance`. In a query, `#` is `%23`.
                 * @example #b03a2e
                 */
                color?: components["parameters"]["ColorFilter"];
                /**
                 * @description The greatest difference that `color` allows: the distance of both colours in CIELAB (CIE 1976, D65). A difference of
                 *     2 is hardly visible. Black and white differ by 100. Alone it has no effect.
                 * @example 20
                 */
                color_tolerance?: components["parameters"]["ColorTolerance"];
                /**
                 * @description Lists the artworks that have each word of the search, in any order. Words are found in the title, the medium, and
                 *     the names of the artists, the gallery and the tags.
                 * @example monet "water lilies"
                 */
                q?: components["parameters"]["ArtworkSearch"];
            };
            header?: {
                /**
                 * @description The `ETag` of the representation that you have, several of them, or `*` (RFC 9110, section 13.1.2). While
                 *     one of them is current, the response is 304 without a body. A compressed response has an `ETag` of its
                 *     own, so send the `ETag` with the `Accept-Encoding` with which you got it.
                 * @example "812-20240201080000.Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ArtworkPage"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createMarketplaceArtwork: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An identifier of this request that you choose, such as a new UUID: 1 to 255 printable ASCII characters
                 *     other than the quote, optionally in quotes. It has no example here, because two requests with one key
                 *     would collide.
                 *
                 *     A successful POST can be repeated for 24 hours. The same key with the same body gets the same response,
                 *     byte for byte, with the header `Idempotent-Replayed: true`, and creates nothing. Two bodies are the same
                 *     only if their bytes are equal. Different users can use the same key. A failed POST wrote nothing, and its
                 *     key is not remembered, so it may be repeated with the same key.
                 *
                 *     For each user, the service keeps about 256 MiB of responses, which is 50,000 ordinary ones. Beyond that, a
                 *     POST with a new key gets 429, and `Retry-After` has the seconds until the oldest response is forgotten.
                 *     [Batches](https://api.art-marketplace.example/docs/guide/batches) write many records without a key.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The artwork to submit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ArtworkInput"];
            };
        };
        responses: {
            201: components["responses"]["CreatedArtwork"];
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    batchMarketplaceArtworks: {
        parameters: {
            query?: {
                /**
                 * @description Whether the batch only checks its lines, and writes nothing. Each line is checked against the records as they
                 *     are. With `atomic=true`, it is checked against the records as the lines before it would leave them.
                 * @example true
                 */
                dry_run?: components["parameters"]["DryRun"];
                /**
                 * @description Whether the batch is written as a whole. After the last line has arrived, all lines are written or none. The
                 *     results come only then.
                 *
                 *     Atomic batches are written one after another. The work of one may take 60 seconds, or 20 seconds while another
                 *     atomic batch waits. Beyond that, nothing of it is written, and the response has only the summary, with 503.
                 *     The same happens when the atomic batches that a process of the service holds have more than 96 MiB together.
                 *     If the client closes the connection, nothing is written either, unless the commit has already begun. The slugs
                 *     of new records end in a random suffix, so that no other writer waits for a slug.
                 * @example true
                 */
                atomic?: components["parameters"]["Atomic"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * @description One JSON object in each line (NDJSON): at most 10,000 lines of at most 256 KiB, and 32 MiB in all. At most
         *     10,000 further lines may be empty. The media types `application/ndjson`, `application/jsonl` and
         *     `application/jsonlines` are accepted as other names of `application/x-ndjson`. The body may have
         *     `Content-Encoding: gzip`; the limits hold for the unpacked lines. Invalid or incomplete gzip data ends the
         *     batch at that place, and the summary has 400.
         */
        requestBody: {
            content: {
                "application/x-ndjson": string;
            };
        };
        responses: {
            200: components["responses"]["BatchResponse"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    retrieveMarketplaceArtworkChanges: {
        parameters: {
            query?: {
                /**
                 * @description The representation to return. With `json`, every client gets JSON. With `ics`, it gets a list of events as a
                 *     calendar, and 406 from any other operation. With `api`, or without the parameter, the values of `q` in `Accept` decide (RFC 9110, section 12.5.1). If those of `text/html` and JSON are equal, the
                 *     more specific media range decides: `text/html` beside a range of all types prefers HTML. If that is equal too, as
                 *     in `text/html, application/json`, the response is JSON. It is also JSON for a range of all types alone, and
                 *     without an `Accept` header. An HTML view and a calendar have an `ETag` of their own. The links of a list repeat the parameter.
                 * @example json
                 */
                format?: components["parameters"]["Format"];
                /**
                 * @description `next_cursor` of the last response that you have processed. It means nothing to a program but this service. The
                 *     response is 410 if changes after it may be missing, or if it is no cursor of this list. The deletions of the last 30 days are kept, unless the
                 *     operator has set another time. Of each list, the last million are kept at most.
                 * @example ZTA4NmM5YzItNGIwZC00ZTVhLTkzYzgtZjQwZjE0YTdkYzIxOjQ3MTE6NDcwMA
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description With `record`, each `upsert` has the record. Without the parameter, `record` is null. After an upgrade, records that the service has not prepared again yet get 503.
                 * @example record
                 */
                include?: components["parameters"]["Include"];
                /**
                 * @description The maximum number of changes in the response, or in an event, in decimal digits; anything else is an error. The
                 *     records of a response together have at most 1 MiB of JSON. A response with very long records ends early, with at
                 *     least one change.
                 * @example 100
                 */
                limit?: components["parameters"]["LimitOfChanges"];
                /**
                 * @description The seconds for which the response waits while there is no change, in decimal digits. As a rule it comes within a
                 *     second of a change. Without one, it comes at the end, with empty `results`. It has no meaning for an event stream.
                 * @example 30
                 */
                wait?: components["parameters"]["Wait"];
            };
            header?: {
                /**
                 * @description The `id` of the last event that you have processed, which is its `next_cursor`. An `EventSource` sends it when it
                 *     connects again. An event stream then goes on after it, whatever `cursor` is. It has no meaning for JSON.
                 * @example ZTA4NmM5YzItNGIwZC00ZTVhLTkzYzgtZjQwZjE0YTdkYzIxOjQ3MTE6NDcwMA
                 */
                "Last-Event-ID"?: components["parameters"]["LastEvent"];
                /**
                 * @description The `ETag` of the representation that you have, several of them, or `*` (RFC 9110, section 13.1.2). While
                 *     one of them is current, the response is 304 without a body. A compressed response has an `ETag` of its
                 *     own, so send the `ETag` with the `Accept-Encoding` with which you got it.
                 * @example "812-20240201080000.Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ArtworkChanges"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["CursorExpired"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    retrieveMarketplaceArtworkDigest: {
        parameters: {
            query?: {
                /**
                 * @description The representation to return. With `json`, every client gets JSON. With `ics`, it gets a list of events as a
                 *     calendar, and 406 from any other operation. With `api`, or without the parameter, the values of `q` in `Accept` decide (RFC 9110, section 12.5.1). If those of `text/html` and JSON are equal, the
                 *     more specific media range decides: `text/html` beside a range of all types prefers HTML. If that is equal too, as
                 *     in `text/html, application/json`, the response is JSON. It is also JSON for a range of all types alone, and
                 *     without an `Accept` header. An HTML view and a calendar have an `ETag` of their own. The links of a list repeat the parameter.
                 * @example json
                 */
                format?: components["parameters"]["Format"];
                /**
                 * @description The first `id` of the range, in decimal digits.
                 * @example 1
                 */
                from?: components["parameters"]["RangeStart"];
                /**
                 * @description The last `id` of the range, in decimal digits. Without the parameter, or beyond the highest `id`, it is the highest.
                 * @example 20000
                 */
                to?: components["parameters"]["RangeEnd"];
            };
            header?: {
                /**
                 * @description The `ETag` of the representation that you have, several of them, or `*` (RFC 9110, section 13.1.2). While
                 *     one of them is current, the response is 304 without a body. A compressed response has an `ETag` of its
                 *     own, so send the `ETag` with the `Accept-Encoding` with which you got it.
                 * @example "812-20240201080000.Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ListDigest"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    retrieveMarketplaceArtworkFacets: {
        parameters: {
            query?: {
                /**
                 * @description The representation to return. With `json`, every client gets JSON. With `ics`, it gets a list of events as a
                 *     calendar, and 406 from any other operation. With `api`, or without the parameter, the values of `q` in `Accept` decide (RFC 9110, section 12.5.1). If those of `text/html` and JSON are equal, the
                 *     more specific media range decides: `text/html` beside a range of all types prefers HTML. If that is equal too, as
                 *     in `text/html, application/json`, the response is JSON. It is also JSON for a range of all types alone, and
                 *     without an `Accept` header. An HTML view and a calendar have an `ETag` of their own. The links of a list repeat the parameter.
                 * @example json
                 */
                format?: components["parameters"]["Format"];
                /**
                 * @description Lists the records with these ids: 1 to 100 ids in decimal digits, separated by commas. Without `ordering`, the
                 *     list has their order. It has no record for an id that is not in the list otherwise, and one record for an id
                 *     that is repeated.
                 * @example 3,1,2
                 */
                ids?: components["parameters"]["IdsFilter"];
                /**
                 * @description Lists the records whose last change (`updated_at`, which artworks do not show) has this time or a later one.
                 *     The list does not report deletions, withdrawn records or changes of embedded records, and a change that
                 *     commits late can have a time that you have already read past. In a query, the `+` of a time zone is `%2B`.
                 * @example 2024-02-01T08:00:00Z
                 */
                updated_after?: components["parameters"]["UpdatedAfter"];
                /**
                 * @description Lists the records whose last change (`updated_at`) has an earlier time than this. With `updated_after`, each
                 *     record is in one of several periods where one begins at the time at which another ends.
                 * @example 2031-02-01T08:00:00Z
                 */
                updated_before?: components["parameters"]["UpdatedBefore"];
                /**
                 * @description Lists the artworks that name any of these artists. It takes 1 to 20 ids, separated by commas.
                 * @example 1,2
                 */
                artist?: components["parameters"]["ArtistFilter"];
                /**
                 * @description Lists the artworks of any of these galleries. It takes 1 to 20 ids, separated by commas.
                 * @example 1,2
                 */
                gallery?: components["parameters"]["GalleryFilter"];
                /**
                 * @description Lists the artworks of any of these categories. It takes 1 to 20 ids, separated by commas.
                 * @example 1,2
                 */
                category?: components["parameters"]["ArtworkCategoryFilter"];
                /**
                 * @description Lists the artworks that have any of these tags. It takes 1 to 20 ids, separated by commas.
                 * @example 1,2
                 */
                tag?: components["parameters"]["TagFilter"];
                /**
                 * @description Lists the artworks whose price in the `currency` of the request is at least this. An artwork that does not show a
                 *     price, or whose price cannot be converted, does not pass. The records show the same `price_eur` and `price_usd`.
                 * @example 100
                 */
                price_min?: components["parameters"]["PriceMin"];
                /**
                 * @description Lists the artworks whose price in the `currency` of the request is at most this. Otherwise as `price_min`.
                 * @example 3000
                 */
                price_max?: components["parameters"]["PriceMax"];
                /**
                 * @description The currency of `price_min` and `price_max`; without the parameter, `EUR`. Alone it has no effect.
                 * @example EUR
                 */
                currency?: components["parameters"]["CurrencyOfPrices"];
                /**
                 * @description Lists the artworks whose height, converted to the `units` of the request, is at least this. An artwork without a
                 *     height does not pass. Sizes that differ by less than a millionth of a centimetre are equal.
                 * @example 20
                 */
                height_min?: components["parameters"]["HeightMin"];
                /**
                 * @description Lists the artworks whose height is at most this. Otherwise as `height_min`.
                 * @example 80.5
                 */
                height_max?: components["parameters"]["HeightMax"];
                /**
                 * @description Lists the artworks whose width, converted to the `units` of the request, is at least this. An artwork without a
                 *     width does not pass.
                 * @example 20
                 */
                width_min?: components["parameters"]["WidthMin"];
                /**
                 * @description Lists the artworks whose width is at most this. Otherwise as `width_min`.
                 * @example 80.5
                 */
                width_max?: components["parameters"]["WidthMax"];
                /**
                 * @description The unit of `height_min`, `height_max`, `width_min` and `width_max`; without the parameter, `centimeter`. An inch
                 *     has 2.54 centimetres. Alone it has no effect.
                 * @example centimeter
                 */
                units?: components["parameters"]["UnitsOfSizes"];
                /**
                 * @description Lists the artworks that were made in this year or later; negative before the common era. An artwork without a
                 *     year does not pass.
                 * @example 1850
                 */
                year_min?: components["parameters"]["YearMin"];
                /**
                 * @description Lists the artworks that were made in this year or earlier. Otherwise as `year_min`.
                 * @example 1999
                 */
                year_max?: components["parameters"]["YearMax"];
                /**
                 * @description Lists the artworks with this medium. Case, accents and spaces around the text do not matter.
                 * @example Oil on canvas
                 */
                medium?: components["parameters"]["MediumFilter"];
                /**
                 * @description Lists the artworks in this city, or in a gallery of this city where the artwork names none. Case, accents and
                 *     spaces around the text do not matter.
                 * @example Aarhus
                 */
                city?: components["parameters"]["ArtworkCityFilter"];
                /**
                 * @description Lists the artworks with this availability.
                 * @example available
                 */
                available_for_sale?: components["parameters"]["SaleStatusFilter"];
                /**
                 * @description Lists the artworks whose price is shown in this way.
                 * @example show price
                 */
                price_display?: components["parameters"]["PriceDisplayFilter"];
                /**
                 * @description Lists the artworks that can be bought at once, or with `false` those that cannot.
                 * @example true
                 */
                allow_instant_buy?: components["parameters"]["InstantBuyFilter"];
                /**
                 * @description Lists the artworks that have a picture, or with `false` those with the placeholder picture.
                 * @example true
                 */
                has_image?: components["parameters"]["ImageFilter"];
                /**
                 * @description Lists the artworks whose picture has a colour near this one: a colour of `featured_image.colors_data` that differs from it
                 *     by at most `color_tolerance`. In a query, `#` is `%23`.
                 * @example #b03a2e
                 */
                color?: components["parameters"]["ColorFilter"];
                /**
                 * @description The greatest difference that `color` allows: the distance of both colours in CIELAB (CIE 1976, D65). A difference of
                 *     2 is hardly visible. Black and white differ by 100. Alone it has no effect.
                 * @example 20
                 */
                color_tolerance?: components["parameters"]["ColorTolerance"];
                /**
                 * @description Lists the artworks that have each word of the search, in any order. Words are found in the title, the medium, and
                 *     the names of the artists, the gallery and the tags.
                 * @example monet "water lilies"
                 */
                q?: components["parameters"]["ArtworkSearch"];
            };
            header?: {
                /**
                 * @description The `ETag` of the representation that you have, several of them, or `*` (RFC 9110, section 13.1.2). While
                 *     one of them is current, the response is 304 without a body. A compressed response has an `ETag` of its
                 *     own, so send the `ETag` with the `Accept-Encoding` with which you got it.
                 * @example "812-20240201080000.Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ArtworkFacets"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    retrieveMarketplaceArtworkSnapshot: {
        parameters: {
            query?: {
                /**
                 * @description Only records with a higher `id` than this, in decimal digits.
                 * @example 4711
                 */
                after?: components["parameters"]["AfterRecord"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ArtworkSnapshot"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSparseMarketplaceArtworks: {
        parameters: {
            query?: {
                /**
                 * @description The names of the fields that each record has beside `id`, separated by commas. Without the parameter, a record has only
                 *     its `id`. A repeated name counts once. The fields have the order of the record.
                 * @example [
                 *       "title",
                 *       "price"
                 *     ]
                 */
                fields?: components["parameters"]["FieldsOfArtworks"];
                /**
                 * @description The representation to return. With `json`, every client gets JSON. With `ics`, it gets a list of events as a
                 *     calendar, and 406 from any other operation. With `api`, or without the parameter, the values of `q` in `Accept` decide (RFC 9110, section 12.5.1). If those of `text/html` and JSON are equal, the
                 *     more specific media range decides: `text/html` beside a range of all types prefers HTML. If that is equal too, as
                 *     in `text/html, application/json`, the response is JSON. It is also JSON for a range of all types alone, and
                 *     without an `Accept` header. An HTML view and a calendar have an `ETag` of their own. The links of a list repeat the parameter.
                 * @example json
                 */
                format?: components["parameters"]["Format"];
                /**
                 * @description The maximum number of records in the page, in decimal digits; anything else is an error. The records of a page
                 *     together have at most 1 MiB of JSON. A page of very long records ends early, with fewer than `limit` records
                 *     but at least one, and `next` goes on after the last of them. `previous` leads to the page that begins `limit`
                 *     records earlier. If that page ends early too, follow its `next` to the records in between.
                 * @example 18
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Index of the first record of the page, from 0, in decimal digits. It refers to the list as it is at the time
                 *     of the request. An offset at or past the end of the list is not an error: the page is empty.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The sort key. Without the parameter, it is the order of `ids`, or else `-relevance` for `q`, or else `-order_date`. An artwork with a hidden price is sorted as one without a
                 *     price. The records do not show the sort keys `views_count`, `published_at` and `updated_at`. `updated_at` is
                 *     the time of the last change of the artwork, from which the version in its `ETag` is made.
                 * @example -order_date
                 */
                ordering?: components["parameters"]["OrderingOfArtworks"];
                /**
                 * @description The state of the records to list. Any client may list `published` records. Any other state requires a
                 *     credential. The list then has the events of the sender or the artworks of the sender's galleries. With the
                 *     scope `admin`, it has all records in this state.
                 * @example published
                 */
                publish_status?: components["parameters"]["StatusFilter"];
                /**
                 * @description Lists the records with this external id: events of the sender, artworks of the sender's galleries, or with
                 *     the scope `admin` all of them. It requires a credential. The list has every state, unless `publish_status`
                 *     names one.
                 */
                external_id?: components["parameters"]["ExternalIdFilter"];
                /**
                 * @description With `true`, the list has only active artworks, as the list for the public always has. With `false`, it has
                 *     only inactive artworks: those of the sender's galleries, or with the scope `admin` all of them. `false`
                 *     requires a credential. Without `publish_status`, the list with `false` has every state.
                 * @example true
                 */
                is_active?: components["parameters"]["ActiveFilter"];
                /**
                 * @description Lists the records with these ids: 1 to 100 ids in decimal digits, separated by commas. Without `ordering`, the
                 *     list has their order. It has no record for an id that is not in the list otherwise, and one record for an id
                 *     that is repeated.
                 * @example 3,1,2
                 */
                ids?: components["parameters"]["IdsFilter"];
                /**
                 * @description Lists the records whose last change (`updated_at`, which artworks do not show) has this time or a later one.
                 *     The list does not report deletions, withdrawn records or changes of embedded records, and a change that
                 *     commits late can have a time that you have already read past. In a query, the `+` of a time zone is `%2B`.
                 * @example 2024-02-01T08:00:00Z
                 */
                updated_after?: components["parameters"]["UpdatedAfter"];
                /**
                 * @description Lists the records whose last change (`updated_at`) has an earlier time than this. With `updated_after`, each
                 *     record is in one of several periods where one begins at the time at which another ends.
                 * @example 2031-02-01T08:00:00Z
                 */
                updated_before?: components["parameters"]["UpdatedBefore"];
                /**
                 * @description Lists the artworks that name any of these artists. It takes 1 to 20 ids, separated by commas.
                 * @example 1,2
                 */
                artist?: components["parameters"]["ArtistFilter"];
                /**
                 * @description Lists the artworks of any of these galleries. It takes 1 to 20 ids, separated by commas.
                 * @example 1,2
                 */
                gallery?: components["parameters"]["GalleryFilter"];
                /**
                 * @description Lists the artworks of any of these categories. It takes 1 to 20 ids, separated by commas.
                 * @example 1,2
                 */
                category?: components["parameters"]["ArtworkCategoryFilter"];
                /**
                 * @description Lists the artworks that have any of these tags. It takes 1 to 20 ids, separated by commas.
                 * @example 1,2
                 */
                tag?: components["parameters"]["TagFilter"];
                /**
                 * @description Lists the artworks whose price in the `currency` of the request is at least this. An artwork that does not show a
                 *     price, or whose price cannot be converted, does not pass. The records show the same `price_eur` and `price_usd`.
                 * @example 100
                 */
                price_min?: components["parameters"]["PriceMin"];
                /**
                 * @description Lists the artworks whose price in the `currency` of the request is at most this. Otherwise as `price_min`.
                 * @example 3000
                 */
                price_max?: components["parameters"]["PriceMax"];
                /**
                 * @description The currency of `price_min` and `price_max`; without the parameter, `EUR`. Alone it has no effect.
                 * @example EUR
                 */
                currency?: components["parameters"]["CurrencyOfPrices"];
                /**
                 * @description Lists the artworks whose height, converted to the `units` of the request, is at least this. An artwork without a
                 *     height does not pass. Sizes that differ by less than a millionth of a centimetre are equal.
                 * @example 20
                 */
                height_min?: components["parameters"]["HeightMin"];
                /**
                 * @description Lists the artworks whose height is at most this. Otherwise as `height_min`.
                 * @example 80.5
                 */
                height_max?: components["parameters"]["HeightMax"];
                /**
                 * @description Lists the artworks whose width, converted to the `units` of the request, is at least this. An artwork without a
                 *     width does not pass.
                 * @example 20
                 */
                width_min?: components["parameters"]["WidthMin"];
                /**
                 * @description Lists the artworks whose width is at most this. Otherwise as `width_min`.
                 * @example 80.5
                 */
                width_max?: components["parameters"]["WidthMax"];
                /**
                 * @description The unit of `height_min`, `height_max`, `width_min` and `width_max`; without the parameter, `centimeter`. An inch
                 *     has 2.54 centimetres. Alone it has no effect.
                 * @example centimeter
                 */
                units?: components["parameters"]["UnitsOfSizes"];
                /**
                 * @description Lists the artworks that were made in this year or later; negative before the common era. An artwork without a
                 *     year does not pass.
                 * @example 1850
                 */
                year_min?: components["parameters"]["YearMin"];
                /**
                 * @description Lists the artworks that were made in this year or earlier. Otherwise as `year_min`.
                 * @example 1999
                 */
                year_max?: components["parameters"]["YearMax"];
                /**
                 * @description Lists the artworks with this medium. Case, accents and spaces around the text do not matter.
                 * @example Oil on canvas
                 */
                medium?: components["parameters"]["MediumFilter"];
                /**
                 * @description Lists the artworks in this city, or in a gallery of this city where the artwork names none. Case, accents and
                 *     spaces around the text do not matter.
                 * @example Aarhus
                 */
                city?: components["parameters"]["ArtworkCityFilter"];
                /**
                 * @description Lists the artworks with this availability.
                 * @example available
                 */
                available_for_sale?: components["parameters"]["SaleStatusFilter"];
                /**
                 * @description Lists the artworks whose price is shown in this way.
                 * @example show price
                 */
                price_display?: components["parameters"]["PriceDisplayFilter"];
                /**
                 * @description Lists the artworks that can be bought at once, or with `false` those that cannot.
                 * @example true
                 */
                allow_instant_buy?: components["parameters"]["InstantBuyFilter"];
                /**
                 * @description Lists the artworks that have a picture, or with `false` those with the placeholder picture.
                 * @example true
                 */
                has_image?: components["parameters"]["ImageFilter"];
                /**
                 * @description Lists the artworks whose picture has a colour near this one: a colour of `featured_image.colors_data` that differs from it
                 *     by at most `color_tolerance`. In a query, `#` is `%23`.
                 * @example #b03a2e
                 */
                color?: components["parameters"]["ColorFilter"];
                /**
                 * @description The greatest difference that `color` allows: the distance of both colours in CIELAB (CIE 1976, D65). A difference of
                 *     2 is hardly visible. Black and white differ by 100. Alone it has no effect.
                 * @example 20
                 */
                color_tolerance?: components["parameters"]["ColorTolerance"];
                /**
                 * @description Lists the artworks that have each word of the search, in any order. Words are found in the title, the medium, and
                 *     the names of the artists, the gallery and the tags.
                 * @example monet "water lilies"
                 */
                q?: components["parameters"]["ArtworkSearch"];
            };
            header?: {
                /**
                 * @description The `ETag` of the representation that you have, several of them, or `*` (RFC 9110, section 13.1.2). While
                 *     one of them is current, the response is 304 without a body. A compressed response has an `ETag` of its
                 *     own, so send the `ETag` with the `Accept-Encoding` with which you got it.
                 * @example "812-20240201080000.Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SparseArtworkPage"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    retrieveMarketplaceArtwork: {
        parameters: {
            query?: {
                /**
                 * @description The representation to return. With `json`, every client gets JSON. With `ics`, it gets a list of events as a
                 *     calendar, and 406 from any other operation. With `api`, or without the parameter, the values of `q` in `Accept` decide (RFC 9110, section 12.5.1). If those of `text/html` and JSON are equal, the
                 *     more specific media range decides: `text/html` beside a range of all types prefers HTML. If that is equal too, as
                 *     in `text/html, application/json`, the response is JSON. It is also JSON for a range of all types alone, and
                 *     without an `Accept` header. An HTML view and a calendar have an `ETag` of their own. The links of a list repeat the parameter.
                 * @example json
                 */
                format?: components["parameters"]["Format"];
            };
            header?: {
                /**
                 * @description The `ETag` of the representation that you have, several of them, or `*` (RFC 9110, section 13.1.2). While
                 *     one of them is current, the response is 304 without a body. A compressed response has an `ETag` of its
                 *     own, so send the `ETag` with the `Accept-Encoding` with which you got it.
                 * @example "812-20240201080000.Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The artwork's `id`, in decimal digits. The response is 404 unless it is the id of an artwork that the
                 *     sender may see.
                 * @example 1
                 */
                id: components["parameters"]["ArtworkId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Artwork"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteMarketplaceArtwork: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `ETag` of the record as you read it, several of them, or `*` for any version (RFC 9110, section
                 *     13.1.1). If none of them has the current version, the response is 412 and nothing is changed.
                 *
                 *     Only the version is compared: the part of the `ETag` up to the dot. So the `ETag` of any encoding matches. A
                 *     change of embedded data causes no 412, for example of the number of artworks that the venue has for sale. Send
                 *     the `ETag` unchanged. A weak tag (`W/"..."`) never matches, and a proxy that compresses can make an `ETag`
                 *     weak.
                 */
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The artwork's `id`, in decimal digits. The response is 404 unless it is the id of an artwork that the
                 *     sender may see.
                 * @example 1
                 */
                id: components["parameters"]["ArtworkId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            428: components["responses"]["PreconditionRequired"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    partialUpdateMarketplaceArtwork: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `ETag` of the record as you read it, several of them, or `*` for any version (RFC 9110, section
                 *     13.1.1). If none of them has the current version, the response is 412 and nothing is changed.
                 *
                 *     Only the version is compared: the part of the `ETag` up to the dot. So the `ETag` of any encoding matches. A
                 *     change of embedded data causes no 412, for example of the number of artworks that the venue has for sale. Send
                 *     the `ETag` unchanged. A weak tag (`W/"..."`) never matches, and a proxy that compresses can make an `ETag`
                 *     weak.
                 */
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The artwork's `id`, in decimal digits. The response is 404 unless it is the id of an artwork that the
                 *     sender may see.
                 * @example 1
                 */
                id: components["parameters"]["ArtworkId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. `application/json` is read as a merge patch too. */
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["ArtworkPatch"];
                "application/json": components["schemas"]["ArtworkPatch"];
            };
        };
        responses: {
            200: components["responses"]["Artwork"];
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["InvalidTransition"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            428: components["responses"]["PreconditionRequired"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /**
                 * @description The representation to return. With `json`, every client gets JSON. With `ics`, it gets a list of events as a
                 *     calendar, and 406 from any other operation. With `api`, or without the parameter, the values of `q` in `Accept` decide (RFC 9110, section 12.5.1). If those of `text/html` and JSON are equal, the
                 *     more specific media range decides: `text/html` beside a range of all types prefers HTML. If that is equal too, as
                 *     in `text/html, application/json`, the response is JSON. It is also JSON for a range of all types alone, and
                 *     without an `Accept` header. An HTML view and a calendar have an `ETag` of their own. The links of a list repeat the parameter.
                 * @example json
                 */
                format?: components["parameters"]["Format"];
                /**
                 * @description The maximum number of records in the page, in decimal digits; anything else is an error. The records of a page
                 *     together have at most 1 MiB of JSON. A page of very long records ends early, with fewer than `limit` records
                 *     but at least one, and `next` goes on after the last of them. `previous` leads to the page that begins `limit`
                 *     records earlier. If that page ends early too, follow its `next` to the records in between.
                 * @example 18
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Index of the first record of the page, from 0, in decimal digits. It refers to the list as it is at the time
                 *     of the request. An offset at or past the end of the list is not an error: the page is empty.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The sort key. Without the parameter, it is the order of `ids`, or else `-relevance` for `q`, or else `-start_time`.
                 * @example -start_time
                 */
                ordering?: components["parameters"]["OrderingOfEvents"];
                /**
                 * @description The state of the records to list. Any client may list `published` records. Any other state requires a
                 *     credential. The list then has the events of the sender or the artworks of the sender's galleries. With the
                 *     scope `admin`, it has all records in this state.
                 * @example published
                 */
                publish_status?: components["parameters"]["StatusFilter"];
                /**
                 * @description Lists the records with this external id: events of the sender, artworks of the sender's galleries, or with
                 *     the scope `admin` all of them. It requires a credential. The list has every state, unless `publish_status`
                 *     names one.
                 */
                external_id?: components["parameters"]["ExternalIdFilter"];
                /**
                 * @description Lists the records with these ids: 1 to 100 ids in decimal digits, separated by commas. Without `ordering`, the
                 *     list has their order. It has no record for an id that is not in the list otherwise, and one record for an id
                 *     that is repeated.
                 * @example 3,1,2
                 */
                ids?: components["parameters"]["IdsFilter"];
                /**
                 * @description Lists the records whose last change (`updated_at`, which artworks do not show) has this time or a later one.
                 *     The list does not report deletions, withdrawn records or changes of embedded records, and a change that
                 *     commits late can have a time that you have already read past. In a query, the `+` of a time zone is `%2B`.
                 * @example 2024-02-01T08:00:00Z
                 */
                updated_after?: components["parameters"]["UpdatedAfter"];
                /**
                 * @description Lists the records whose last change (`updated_at`) has an earlier time than this. With `updated_after`, each
                 *     record is in one of several periods where one begins at the time at which another ends.
                 * @example 2031-02-01T08:00:00Z
                 */
                updated_before?: components["parameters"]["UpdatedBefore"];
                /**
                 * @description Lists the events at any of these venues. It takes 1 to 20 ids, separated by commas.
                 * @example 1,2
                 */
                venue?: components["parameters"]["VenueFilter"];
                /**
                 * @description Lists the events that begin after `at`, that are on at that time, or that have ended before it. An all-day event is on
                 *     from the beginning of its first day to the end of its last one, in UTC. The links of a page name the time in `at`, so
                 *     that all pages of a walk have the same list.
                 * @example upcoming
                 */
                when?: components["parameters"]["WhenFilter"];
                /**
                 * @description The time of `when`; without the parameter, the beginning of the minute of the request. Alone it has no effect. In a
                 *     query, the `+` of a time zone is `%2B`.
                 * @example 2024-02-01T08:00:00Z
                 */
                at?: components["parameters"]["MomentOfWhen"];
                /**
                 * @description Lists the events that begin at this time or later. An all-day event begins with its first day, in UTC. In a query, the
                 *     `+` of a time zone is `%2B`.
                 * @example 2024-02-01
                 */
                starts_after?: components["parameters"]["StartsAfter"];
                /**
                 * @description Lists the events that begin before this time. An all-day event begins with its first day, in UTC.
                 * @example 2031-02-01T08:00:00Z
                 */
                starts_before?: components["parameters"]["StartsBefore"];
                /**
                 * @description Lists the events that end at this time or later. An all-day event ends with its last day, in UTC. In a query, the `+`
                 *     of a time zone is `%2B`.
                 * @example 2024-02-01T08:00:00Z
                 */
                ends_after?: components["parameters"]["EndsAfter"];
                /**
                 * @description Lists the events that end before this time. An all-day event ends with its last day, in UTC.
                 * @example 2031-02-01T08:00:00Z
                 */
                ends_before?: components["parameters"]["EndsBefore"];
                /**
                 * @description Lists the events of any of these categories. It takes 1 to 20 ids, separated by commas.
                 * @example 1,2
                 */
                category?: components["parameters"]["EventCategoryFilter"];
                /**
                 * @description Lists the events in this country, an ISO 3166-1 alpha-2 code. An event without a country is in that of its venue.
                 * @example DK
                 */
                country?: components["parameters"]["CountryFilter"];
                /**
                 * @description Lists the events in this city. An event without a city is in that of its venue. Case, accents and spaces around the
                 *     text do not matter.
                 * @example Aarhus
                 */
                city?: components["parameters"]["EventCityFilter"];
                /**
                 * @description Lists the events that take place at most `radius_km` from here: latitude and longitude in decimal degrees, with up to
                 *     six decimals. A space may follow the comma. An event without a `geolocation` is at that of its venue. One that has
                 *     neither does not pass.
                 * @example 48.8566,2.3522
                 */
                near?: components["parameters"]["NearFilter"];
                /**
                 * @description The greatest distance from `near`, in kilometres along a great circle of a sphere with a radius of 6,371.0088 km. Alone
                 *     it has no effect.
                 * @example 50
                 */
                radius_km?: components["parameters"]["RadiusOfNear"];
                /**
                 * @description Lists the events that the marketplace features, or with `false` the others.
                 * @example true
                 */
                is_featured?: components["parameters"]["FeaturedFilter"];
                /**
                 * @description Lists the events that take place online only, or with `false` the others.
                 * @example true
                 */
                is_online_only?: components["parameters"]["OnlineOnlyFilter"];
                /**
                 * @description Lists the events that have each word of the search, in any order. Words are found in the title, the first 10,000
                 *     characters of the content, the name of the venue, and the city. An event without a city is in that of its venue.
                 * @example art fair basel
                 */
                q?: components["parameters"]["EventSearch"];
            };
            header?: {
                /**
                 * @description The `ETag` of the representation that you have, several of them, or `*` (RFC 9110, section 13.1.2). While
                 *     one of them is current, the response is 304 without a body. A compressed response has an `ETag` of its
                 *     own, so send the `ETag` with the `Accept-Encoding` with which you got it.
                 * @example "812-20240201080000.Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["EventPage"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createEvent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An identifier of this request that you choose, such as a new UUID: 1 to 255 printable ASCII characters
                 *     other than the quote, optionally in quotes. It has no example here, because two requests with one key
                 *     would collide.
                 *
                 *     A successful POST can be repeated for 24 hours. The same key with the same body gets the same response,
                 *     byte for byte, with the header `Idempotent-Replayed: true`, and creates nothing. Two bodies are the same
                 *     only if their bytes are equal. Different users can use the same key. A failed POST wrote nothing, and its
                 *     key is not remembered, so it may be repeated with the same key.
                 *
                 *     For each user, the service keeps about 256 MiB of responses, which is 50,000 ordinary ones. Beyond that, a
                 *     POST with a new key gets 429, and `Retry-After` has the seconds until the oldest response is forgotten.
                 *     [Batches](https://api.art-marketplace.example/docs/guide/batches) write many records without a key.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The complete event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventInput"];
            };
        };
        responses: {
            201: components["responses"]["CreatedEvent"];
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    batchEvents: {
        parameters: {
            query?: {
                /**
                 * @description Whether the batch only checks its lines, and writes nothing. Each line is checked against the records as they
                 *     are. With `atomic=true`, it is checked against the records as the lines before it would leave them.
                 * @example true
                 */
                dry_run?: components["parameters"]["DryRun"];
                /**
                 * @description Whether the batch is written as a whole. After the last line has arrived, all lines are written or none. The
                 *     results come only then.
                 *
                 *     Atomic batches are written one after another. The work of one may take 60 seconds, or 20 seconds while another
                 *     atomic batch waits. Beyond that, nothing of it is written, and the response has only the summary, with 503.
                 *     The same happens when the atomic batches that a process of the service holds have more than 96 MiB together.
                 *     If the client closes the connection, nothing is written either, unless the commit has already begun. The slugs
                 *     of new records end in a random suffix, so that no other writer waits for a slug.
                 * @example true
                 */
                atomic?: components["parameters"]["Atomic"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * @description One JSON object in each line (NDJSON): at most 10,000 lines of at most 256 KiB, and 32 MiB in all. At most
         *     10,000 further lines may be empty. The media types `application/ndjson`, `application/jsonl` and
         *     `application/jsonlines` are accepted as other names of `application/x-ndjson`. The body may have
         *     `Content-Encoding: gzip`; the limits hold for the unpacked lines. Invalid or incomplete gzip data ends the
         *     batch at that place, and the summary has 400.
         */
        requestBody: {
            content: {
                "application/x-ndjson": string;
            };
        };
        responses: {
            200: components["responses"]["BatchResponse"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    retrieveEventChanges: {
        parameters: {
            query?: {
                /**
                 * @description The representation to return. With `json`, every client gets JSON. With `ics`, it gets a list of events as a
                 *     calendar, and 406 from any other operation. With `api`, or without the parameter, the values of `q` in `Accept` decide (RFC 9110, section 12.5.1). If those of `text/html` and JSON are equal, the
                 *     more specific media range decides: `text/html` beside a range of all types prefers HTML. If that is equal too, as
                 *     in `text/html, application/json`, the response is JSON. It is also JSON for a range of all types alone, and
                 *     without an `Accept` header. An HTML view and a calendar have an `ETag` of their own. The links of a list repeat the parameter.
                 * @example json
                 */
                format?: components["parameters"]["Format"];
                /**
                 * @description `next_cursor` of the last response that you have processed. It means nothing to a program but this service. The
                 *     response is 410 if changes after it may be missing, or if it is no cursor of this list. The deletions of the last 30 days are kept, unless the
                 *     operator has set another time. Of each list, the last million are kept at most.
                 * @example ZTA4NmM5YzItNGIwZC00ZTVhLTkzYzgtZjQwZjE0YTdkYzIxOjQ3MTE6NDcwMA
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description With `record`, each `upsert` has the record. Without the parameter, `record` is null. After an upgrade, records that the service has not prepared again yet get 503.
                 * @example record
                 */
                include?: components["parameters"]["Include"];
                /**
                 * @description The maximum number of changes in the response, or in an event, in decimal digits; anything else is an error. The
                 *     records of a response together have at most 1 MiB of JSON. A response with very long records ends early, with at
                 *     least one change.
                 * @example 100
                 */
                limit?: components["parameters"]["LimitOfChanges"];
                /**
                 * @description The seconds for which the response waits while there is no change, in decimal digits. As a rule it comes within a
                 *     second of a change. Without one, it comes at the end, with empty `results`. It has no meaning for an event stream.
                 * @example 30
                 */
                wait?: components["parameters"]["Wait"];
            };
            header?: {
                /**
                 * @description The `id` of the last event that you have processed, which is its `next_cursor`. An `EventSource` sends it when it
                 *     connects again. An event stream then goes on after it, whatever `cursor` is. It has no meaning for JSON.
                 * @example ZTA4NmM5YzItNGIwZC00ZTVhLTkzYzgtZjQwZjE0YTdkYzIxOjQ3MTE6NDcwMA
                 */
                "Last-Event-ID"?: components["parameters"]["LastEvent"];
                /**
                 * @description The `ETag` of the representation that you have, several of them, or `*` (RFC 9110, section 13.1.2). While
                 *     one of them is current, the response is 304 without a body. A compressed response has an `ETag` of its
                 *     own, so send the `ETag` with the `Accept-Encoding` with which you got it.
                 * @example "812-20240201080000.Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["EventChanges"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["CursorExpired"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    retrieveEventDigest: {
        parameters: {
            query?: {
                /**
                 * @description The representation to return. With `json`, every client gets JSON. With `ics`, it gets a list of events as a
                 *     calendar, and 406 from any other operation. With `api`, or without the parameter, the values of `q` in `Accept` decide (RFC 9110, section 12.5.1). If those of `text/html` and JSON are equal, the
                 *     more specific media range decides: `text/html` beside a range of all types prefers HTML. If that is equal too, as
                 *     in `text/html, application/json`, the response is JSON. It is also JSON for a range of all types alone, and
                 *     without an `Accept` header. An HTML view and a calendar have an `ETag` of their own. The links of a list repeat the parameter.
                 * @example json
                 */
                format?: components["parameters"]["Format"];
                /**
                 * @description The first `id` of the range, in decimal digits.
                 * @example 1
                 */
                from?: components["parameters"]["RangeStart"];
                /**
                 * @description The last `id` of the range, in decimal digits. Without the parameter, or beyond the highest `id`, it is the highest.
                 * @example 20000
                 */
                to?: components["parameters"]["RangeEnd"];
            };
            header?: {
                /**
                 * @description The `ETag` of the representation that you have, several of them, or `*` (RFC 9110, section 13.1.2). While
                 *     one of them is current, the response is 304 without a body. A compressed response has an `ETag` of its
                 *     own, so send the `ETag` with the `Accept-Encoding` with which you got it.
                 * @example "812-20240201080000.Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ListDigest"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    retrieveEventFacets: {
        parameters: {
            query?: {
                /**
                 * @description The representation to return. With `json`, every client gets JSON. With `ics`, it gets a list of events as a
                 *     calendar, and 406 from any other operation. With `api`, or without the parameter, the values of `q` in `Accept` decide (RFC 9110, section 12.5.1). If those of `text/html` and JSON are equal, the
                 *     more specific media range decides: `text/html` beside a range of all types prefers HTML. If that is equal too, as
                 *     in `text/html, application/json`, the response is JSON. It is also JSON for a range of all types alone, and
                 *     without an `Accept` header. An HTML view and a calendar have an `ETag` of their own. The links of a list repeat the parameter.
                 * @example json
                 */
                format?: components["parameters"]["Format"];
                /**
                 * @description Lists the records with these ids: 1 to 100 ids in decimal digits, separated by commas. Without `ordering`, the
                 *     list has their order. It has no record for an id that is not in the list otherwise, and one record for an id
                 *     that is repeated.
                 * @example 3,1,2
                 */
                ids?: components["parameters"]["IdsFilter"];
                /**
                 * @description Lists the records whose last change (`updated_at`, which artworks do not show) has this time or a later one.
                 *     The list does not report deletions, withdrawn records or changes of embedded records, and a change that
                 *     commits late can have a time that you have already read past. In a query, the `+` of a time zone is `%2B`.
                 * @example 2024-02-01T08:00:00Z
                 */
                updated_after?: components["parameters"]["UpdatedAfter"];
                /**
                 * @description Lists the records whose last change (`updated_at`) has an earlier time than this. With `updated_after`, each
                 *     record is in one of several periods where one begins at the time at which another ends.
                 * @example 2031-02-01T08:00:00Z
                 */
                updated_before?: components["parameters"]["UpdatedBefore"];
                /**
                 * @description Lists the events at any of these venues. It takes 1 to 20 ids, separated by commas.
                 * @example 1,2
                 */
                venue?: components["parameters"]["VenueFilter"];
                /**
                 * @description Lists the events that begin after `at`, that are on at that time, or that have ended before it. An all-day event is on
                 *     from the beginning of its first day to the end of its last one, in UTC. The links of a page name the time in `at`, so
                 *     that all pages of a walk have the same list.
                 * @example upcoming
                 */
                when?: components["parameters"]["WhenFilter"];
                /**
                 * @description The time of `when`; without the parameter, the beginning of the minute of the request. Alone it has no effect. In a
                 *     query, the `+` of a time zone is `%2B`.
                 * @example 2024-02-01T08:00:00Z
                 */
                at?: components["parameters"]["MomentOfWhen"];
                /**
                 * @description Lists the events that begin at this time or later. An all-day event begins with its first day, in UTC. In a query, the
                 *     `+` of a time zone is `%2B`.
                 * @example 2024-02-01
                 */
                starts_after?: components["parameters"]["StartsAfter"];
                /**
                 * @description Lists the events that begin before this time. An all-day event begins with its first day, in UTC.
                 * @example 2031-02-01T08:00:00Z
                 */
                starts_before?: components["parameters"]["StartsBefore"];
                /**
                 * @description Lists the events that end at this time or later. An all-day event ends with its last day, in UTC. In a query, the `+`
                 *     of a time zone is `%2B`.
                 * @example 2024-02-01T08:00:00Z
                 */
                ends_after?: components["parameters"]["EndsAfter"];
                /**
                 * @description Lists the events that end before this time. An all-day event ends with its last day, in UTC.
                 * @example 2031-02-01T08:00:00Z
                 */
                ends_before?: components["parameters"]["EndsBefore"];
                /**
                 * @description Lists the events of any of these categories. It takes 1 to 20 ids, separated by commas.
                 * @example 1,2
                 */
                category?: components["parameters"]["EventCategoryFilter"];
                /**
                 * @description Lists the events in this country, an ISO 3166-1 alpha-2 code. An event without a country is in that of its venue.
                 * @example DK
                 */
                country?: components["parameters"]["CountryFilter"];
                /**
                 * @description Lists the events in this city. An event without a city is in that of its venue. Case, accents and spaces around the
                 *     text do not matter.
                 * @example Aarhus
                 */
                city?: components["parameters"]["EventCityFilter"];
                /**
                 * @description Lists the events that take place at most `radius_km` from here: latitude and longitude in decimal degrees, with up to
                 *     six decimals. A space may follow the comma. An event without a `geolocation` is at that of its venue. One that has
                 *     neither does not pass.
                 * @example 48.8566,2.3522
                 */
                near?: components["parameters"]["NearFilter"];
                /**
                 * @description The greatest distance from `near`, in kilometres along a great circle of a sphere with a radius of 6,371.0088 km. Alone
                 *     it has no effect.
                 * @example 50
                 */
                radius_km?: components["parameters"]["RadiusOfNear"];
                /**
                 * @description Lists the events that the marketplace features, or with `false` the others.
                 * @example true
                 */
                is_featured?: components["parameters"]["FeaturedFilter"];
                /**
                 * @description Lists the events that take place online only, or with `false` the others.
                 * @example true
                 */
                is_online_only?: components["parameters"]["OnlineOnlyFilter"];
                /**
                 * @description Lists the events that have each word of the search, in any order. Words are found in the title, the first 10,000
                 *     characters of the content, the name of the venue, and the city. An event without a city is in that of its venue.
                 * @example art fair basel
                 */
                q?: components["parameters"]["EventSearch"];
            };
            header?: {
                /**
                 * @description The `ETag` of the representation that you have, several of them, or `*` (RFC 9110, section 13.1.2). While
                 *     one of them is current, the response is 304 without a body. A compressed response has an `ETag` of its
                 *     own, so send the `ETag` with the `Accept-Encoding` with which you got it.
                 * @example "812-20240201080000.Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["EventFacets"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    retrieveEventRpde: {
        parameters: {
            query?: {
                /**
                 * @description The representation to return. With `json`, every client gets JSON. With `ics`, it gets a list of events as a
                 *     calendar, and 406 from any other operation. With `api`, or without the parameter, the values of `q` in `Accept` decide (RFC 9110, section 12.5.1). If those of `text/html` and JSON are equal, the
                 *     more specific media range decides: `text/html` beside a range of all types prefers HTML. If that is equal too, as
                 *     in `text/html, application/json`, the response is JSON. It is also JSON for a range of all types alone, and
                 *     without an `Accept` header. An HTML view and a calendar have an `ETag` of their own. The links of a list repeat the parameter.
                 * @example json
                 */
                format?: components["parameters"]["Format"];
                /**
                 * @description The `modified` of an item, in decimal digits. The page has the items after it; with 0, all from the beginning. Take it
                 *     from `next`.
                 * @example 1715074200000812
                 */
                afterChangeNumber?: components["parameters"]["AfterChangeNumber"];
                /**
                 * @description The highest number when the client began to read, in decimal digits. It is in `next` until the client has read as far:
                 *     events that were deleted before are nothing to it.
                 * @example 1715074200000900
                 */
                startChangeNumber?: components["parameters"]["StartChangeNumber"];
                /**
                 * @description The maximum number of items of the page, in decimal digits; anything else is an error. The records of a page, as
                 *     `/events/` has them, together have at most 1 MiB of JSON. A page with very long records ends early, with at least one
                 *     item.
                 * @example 500
                 */
                limit?: components["parameters"]["LimitOfRpde"];
            };
            header?: {
                /**
                 * @description The `ETag` of the representation that you have, several of them, or `*` (RFC 9110, section 13.1.2). While
                 *     one of them is current, the response is 304 without a body. A compressed response has an `ETag` of its
                 *     own, so send the `ETag` with the `Accept-Encoding` with which you got it.
                 * @example "812-20240201080000.Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["EventRpde"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["ChangeNumberExpired"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    retrieveEventSnapshot: {
        parameters: {
            query?: {
                /**
                 * @description Only records with a higher `id` than this, in decimal digits.
                 * @example 4711
                 */
                after?: components["parameters"]["AfterRecord"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["EventSnapshot"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSparseEvents: {
        parameters: {
            query?: {
                /**
                 * @description The names of the fields that each record has beside `id`, separated by commas. Without the parameter, a record has only
                 *     its `id`. A repeated name counts once. The fields have the order of the record.
                 * @example [
                 *       "title",
                 *       "start_time"
                 *     ]
                 */
                fields?: components["parameters"]["FieldsOfEvents"];
                /**
                 * @description The representation to return. With `json`, every client gets JSON. With `ics`, it gets a list of events as a
                 *     calendar, and 406 from any other operation. With `api`, or without the parameter, the values of `q` in `Accept` decide (RFC 9110, section 12.5.1). If those of `text/html` and JSON are equal, the
                 *     more specific media range decides: `text/html` beside a range of all types prefers HTML. If that is equal too, as
                 *     in `text/html, application/json`, the response is JSON. It is also JSON for a range of all types alone, and
                 *     without an `Accept` header. An HTML view and a calendar have an `ETag` of their own. The links of a list repeat the parameter.
                 * @example json
                 */
                format?: components["parameters"]["Format"];
                /**
                 * @description The maximum number of records in the page, in decimal digits; anything else is an error. The records of a page
                 *     together have at most 1 MiB of JSON. A page of very long records ends early, with fewer than `limit` records
                 *     but at least one, and `next` goes on after the last of them. `previous` leads to the page that begins `limit`
                 *     records earlier. If that page ends early too, follow its `next` to the records in between.
                 * @example 18
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Index of the first record of the page, from 0, in decimal digits. It refers to the list as it is at the time
                 *     of the request. An offset at or past the end of the list is not an error: the page is empty.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The sort key. Without the parameter, it is the order of `ids`, or else `-relevance` for `q`, or else `-start_time`.
                 * @example -start_time
                 */
                ordering?: components["parameters"]["OrderingOfEvents"];
                /**
                 * @description The state of the records to list. Any client may list `published` records. Any other state requires a
                 *     credential. The list then has the events of the sender or the artworks of the sender's galleries. With the
                 *     scope `admin`, it has all records in this state.
                 * @example published
                 */
                publish_status?: components["parameters"]["StatusFilter"];
                /**
                 * @description Lists the records with this external id: events of the sender, artworks of the sender's galleries, or with
                 *     the scope `admin` all of them. It requires a credential. The list has every state, unless `publish_status`
                 *     names one.
                 */
                external_id?: components["parameters"]["ExternalIdFilter"];
                /**
                 * @description Lists the records with these ids: 1 to 100 ids in decimal digits, separated by commas. Without `ordering`, the
                 *     list has their order. It has no record for an id that is not in the list otherwise, and one record for an id
                 *     that is repeated.
                 * @example 3,1,2
                 */
                ids?: components["parameters"]["IdsFilter"];
                /**
                 * @description Lists the records whose last change (`updated_at`, which artworks do not show) has this time or a later one.
                 *     The list does not report deletions, withdrawn records or changes of embedded records, and a change that
                 *     commits late can have a time that you have already read past. In a query, the `+` of a time zone is `%2B`.
                 * @example 2024-02-01T08:00:00Z
                 */
                updated_after?: components["parameters"]["UpdatedAfter"];
                /**
                 * @description Lists the records whose last change (`updated_at`) has an earlier time than this. With `updated_after`, each
                 *     record is in one of several periods where one begins at the time at which another ends.
                 * @example 2031-02-01T08:00:00Z
                 */
                updated_before?: components["parameters"]["UpdatedBefore"];
                /**
                 * @description Lists the events at any of these venues. It takes 1 to 20 ids, separated by commas.
                 * @example 1,2
                 */
                venue?: components["parameters"]["VenueFilter"];
                /**
                 * @description Lists the events that begin after `at`, that are on at that time, or that have ended before it. An all-day event is on
                 *     from the beginning of its first day to the end of its last one, in UTC. The links of a page name the time in `at`, so
                 *     that all pages of a walk have the same list.
                 * @example upcoming
                 */
                when?: components["parameters"]["WhenFilter"];
                /**
                 * @description The time of `when`; without the parameter, the beginning of the minute of the request. Alone it has no effect. In a
                 *     query, the `+` of a time zone is `%2B`.
                 * @example 2024-02-01T08:00:00Z
                 */
                at?: components["parameters"]["MomentOfWhen"];
                /**
                 * @description Lists the events that begin at this time or later. An all-day event begins with its first day, in UTC. In a query, the
                 *     `+` of a time zone is `%2B`.
                 * @example 2024-02-01
                 */
                starts_after?: components["parameters"]["StartsAfter"];
                /**
                 * @description Lists the events that begin before this time. An all-day event begins with its first day, in UTC.
                 * @example 2031-02-01T08:00:00Z
                 */
                starts_before?: components["parameters"]["StartsBefore"];
                /**
                 * @description Lists the events that end at this time or later. An all-day event ends with its last day, in UTC. In a query, the `+`
                 *     of a time zone is `%2B`.
                 * @example 2024-02-01T08:00:00Z
                 */
                ends_after?: components["parameters"]["EndsAfter"];
                /**
                 * @description Lists the events that end before this time. An all-day event ends with its last day, in UTC.
                 * @example 2031-02-01T08:00:00Z
                 */
                ends_before?: components["parameters"]["EndsBefore"];
                /**
                 * @description Lists the events of any of these categories. It takes 1 to 20 ids, separated by commas.
                 * @example 1,2
                 */
                category?: components["parameters"]["EventCategoryFilter"];
                /**
                 * @description Lists the events in this country, an ISO 3166-1 alpha-2 code. An event without a country is in that of its venue.
                 * @example DK
                 */
                country?: components["parameters"]["CountryFilter"];
                /**
                 * @description Lists the events in this city. An event without a city is in that of its venue. Case, accents and spaces around the
                 *     text do not matter.
                 * @example Aarhus
                 */
                city?: components["parameters"]["EventCityFilter"];
                /**
                 * @description Lists the events that take place at most `radius_km` from here: latitude and longitude in decimal degrees, with up to
                 *     six decimals. A space may follow the comma. An event without a `geolocation` is at that of its venue. One that has
                 *     neither does not pass.
                 * @example 48.8566,2.3522
                 */
                near?: components["parameters"]["NearFilter"];
                /**
                 * @description The greatest distance from `near`, in kilometres along a great circle of a sphere with a radius of 6,371.0088 km. Alone
                 *     it has no effect.
                 * @example 50
                 */
                radius_km?: components["parameters"]["RadiusOfNear"];
                /**
                 * @description Lists the events that the marketplace features, or with `false` the others.
                 * @example true
                 */
                is_featured?: components["parameters"]["FeaturedFilter"];
                /**
                 * @description Lists the events that take place online only, or with `false` the others.
                 * @example true
                 */
                is_online_only?: components["parameters"]["OnlineOnlyFilter"];
                /**
                 * @description Lists the events that have each word of the search, in any order. Words are found in the title, the first 10,000
                 *     characters of the content, the name of the venue, and the city. An event without a city is in that of its venue.
                 * @example art fair basel
                 */
                q?: components["parameters"]["EventSearch"];
            };
            header?: {
                /**
                 * @description The `ETag` of the representation that you have, several of them, or `*` (RFC 9110, section 13.1.2). While
                 *     one of them is current, the response is 304 without a body. A compressed response has an `ETag` of its
                 *     own, so send the `ETag` with the `Accept-Encoding` with which you got it.
                 * @example "812-20240201080000.Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SparseEventPage"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    retrieveEvent: {
        parameters: {
            query?: {
                /**
                 * @description The representation to return. With `json`, every client gets JSON. With `ics`, it gets a list of events as a
                 *     calendar, and 406 from any other operation. With `api`, or without the parameter, the values of `q` in `Accept` decide (RFC 9110, section 12.5.1). If those of `text/html` and JSON are equal, the
                 *     more specific media range decides: `text/html` beside a range of all types prefers HTML. If that is equal too, as
                 *     in `text/html, application/json`, the response is JSON. It is also JSON for a range of all types alone, and
                 *     without an `Accept` header. An HTML view and a calendar have an `ETag` of their own. The links of a list repeat the parameter.
                 * @example json
                 */
                format?: components["parameters"]["Format"];
            };
            header?: {
                /**
                 * @description The `ETag` of the representation that you have, several of them, or `*` (RFC 9110, section 13.1.2). While
                 *     one of them is current, the response is 304 without a body. A compressed response has an `ETag` of its
                 *     own, so send the `ETag` with the `Accept-Encoding` with which you got it.
                 * @example "812-20240201080000.Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The event's `id`, in decimal digits. The response is 404 unless it is the id of an event that the
                 *     sender may see.
                 * @example 1
                 */
                id: components["parameters"]["EventId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Event"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `ETag` of the record as you read it, several of them, or `*` for any version (RFC 9110, section
                 *     13.1.1). If none of them has the current version, the response is 412 and nothing is changed.
                 *
                 *     Only the version is compared: the part of the `ETag` up to the dot. So the `ETag` of any encoding matches. A
                 *     change of embedded data causes no 412, for example of the number of artworks that the venue has for sale. Send
                 *     the `ETag` unchanged. A weak tag (`W/"..."`) never matches, and a proxy that compresses can make an `ETag`
                 *     weak.
                 */
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The event's `id`, in decimal digits. The response is 404 unless it is the id of an event that the
                 *     sender may see.
                 * @example 1
                 */
                id: components["parameters"]["EventId"];
            };
            cookie?: never;
        };
        /** @description The complete event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventInput"];
            };
        };
        responses: {
            200: components["responses"]["Event"];
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["InvalidTransition"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            428: components["responses"]["PreconditionRequired"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `ETag` of the record as you read it, several of them, or `*` for any version (RFC 9110, section
                 *     13.1.1). If none of them has the current version, the response is 412 and nothing is changed.
                 *
                 *     Only the version is compared: the part of the `ETag` up to the dot. So the `ETag` of any encoding matches. A
                 *     change of embedded data causes no 412, for example of the number of artworks that the venue has for sale. Send
                 *     the `ETag` unchanged. A weak tag (`W/"..."`) never matches, and a proxy that compresses can make an `ETag`
                 *     weak.
                 */
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The event's `id`, in decimal digits. The response is 404 unless it is the id of an event that the
                 *     sender may see.
                 * @example 1
                 */
                id: components["parameters"]["EventId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            428: components["responses"]["PreconditionRequired"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    partialUpdateEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `ETag` of the record as you read it, several of them, or `*` for any version (RFC 9110, section
                 *     13.1.1). If none of them has the current version, the response is 412 and nothing is changed.
                 *
                 *     Only the version is compared: the part of the `ETag` up to the dot. So the `ETag` of any encoding matches. A
                 *     change of embedded data causes no 412, for example of the number of artworks that the venue has for sale. Send
                 *     the `ETag` unchanged. A weak tag (`W/"..."`) never matches, and a proxy that compresses can make an `ETag`
                 *     weak.
                 */
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The event's `id`, in decimal digits. The response is 404 unless it is the id of an event that the
                 *     sender may see.
                 * @example 1
                 */
                id: components["parameters"]["EventId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. `application/json` is read as a merge patch too. */
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["EventPatch"];
                "application/json": components["schemas"]["EventPatch"];
            };
        };
        responses: {
            200: components["responses"]["Event"];
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["InvalidTransition"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            428: components["responses"]["PreconditionRequired"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listVenues: {
        parameters: {
            query?: {
                /**
                 * @description The representation to return. With `json`, every client gets JSON. With `ics`, it gets a list of events as a
                 *     calendar, and 406 from any other operation. With `api`, or without the parameter, the values of `q` in `Accept` decide (RFC 9110, section 12.5.1). If those of `text/html` and JSON are equal, the
                 *     more specific media range decides: `text/html` beside a range of all types prefers HTML. If that is equal too, as
                 *     in `text/html, application/json`, the response is JSON. It is also JSON for a range of all types alone, and
                 *     without an `Accept` header. An HTML view and a calendar have an `ETag` of their own. The links of a list repeat the parameter.
                 * @example json
                 */
                format?: components["parameters"]["Format"];
                /**
                 * @description The maximum number of records in the page, in decimal digits; anything else is an error. The records of a page
                 *     together have at most 1 MiB of JSON. A page of very long records ends early, with fewer than `limit` records
                 *     but at least one, and `next` goes on after the last of them. `previous` leads to the page that begins `limit`
                 *     records earlier. If that page ends early too, follow its `next` to the records in between.
                 * @example 18
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Selects records whose name contains this text, without regard to case and accents. Spaces are
                 *     significant, also at the ends.
                 * @example kunsthal
                 */
                name?: components["parameters"]["NameFilter"];
                /**
                 * @description Index of the first record of the page, from 0, in decimal digits. It refers to the list as it is at the time
                 *     of the request. An offset at or past the end of the list is not an error: the page is empty.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The sort key; without the parameter, `name`.
                 * @example name
                 */
                ordering?: components["parameters"]["OrderingByName"];
            };
            header?: {
                /**
                 * @description The `ETag` of the representation that you have, several of them, or `*` (RFC 9110, section 13.1.2). While
                 *     one of them is current, the response is 304 without a body. A compressed response has an `ETag` of its
                 *     own, so send the `ETag` with the `Accept-Encoding` with which you got it.
                 * @example "812-20240201080000.Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["VenuePage"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createVenue: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An identifier of this request that you choose, such as a new UUID: 1 to 255 printable ASCII characters
                 *     other than the quote, optionally in quotes. It has no example here, because two requests with one key
                 *     would collide.
                 *
                 *     A successful POST can be repeated for 24 hours. The same key with the same body gets the same response,
                 *     byte for byte, with the header `Idempotent-Replayed: true`, and creates nothing. Two bodies are the same
                 *     only if their bytes are equal. Different users can use the same key. A failed POST wrote nothing, and its
                 *     key is not remembered, so it may be repeated with the same key.
                 *
                 *     For each user, the service keeps about 256 MiB of responses, which is 50,000 ordinary ones. Beyond that, a
                 *     POST with a new key gets 429, and `Retry-After` has the seconds until the oldest response is forgotten.
                 *     [Batches](https://api.art-marketplace.example/docs/guide/batches) write many records without a key.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The venue to add. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["VenueInput"];
            };
        };
        responses: {
            201: components["responses"]["CreatedVenue"];
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    retrieveVenue: {
        parameters: {
            query?: {
                /**
                 * @description The representation to return. With `json`, every client gets JSON. With `ics`, it gets a list of events as a
                 *     calendar, and 406 from any other operation. With `api`, or without the parameter, the values of `q` in `Accept` decide (RFC 9110, section 12.5.1). If those of `text/html` and JSON are equal, the
                 *     more specific media range decides: `text/html` beside a range of all types prefers HTML. If that is equal too, as
                 *     in `text/html, application/json`, the response is JSON. It is also JSON for a range of all types alone, and
                 *     without an `Accept` header. An HTML view and a calendar have an `ETag` of their own. The links of a list repeat the parameter.
                 * @example json
                 */
                format?: components["parameters"]["Format"];
            };
            header?: {
                /**
                 * @description The `ETag` of the representation that you have, several of them, or `*` (RFC 9110, section 13.1.2). While
                 *     one of them is current, the response is 304 without a body. A compressed response has an `ETag` of its
                 *     own, so send the `ETag` with the `Accept-Encoding` with which you got it.
                 * @example "812-20240201080000.Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The venue's `id`, in decimal digits. The response is 404 unless it is the id of a venue.
                 * @example 12
                 */
                id: components["parameters"]["VenueId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Venue"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteVenue: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `ETag` of the record as you read it, several of them, or `*` for any version (RFC 9110, section
                 *     13.1.1). If none of them has the current version, the response is 412 and nothing is changed.
                 *
                 *     Only the version is compared: the part of the `ETag` up to the dot. So the `ETag` of any encoding matches. A
                 *     change of embedded data causes no 412, for example of the number of artworks that the venue has for sale. Send
                 *     the `ETag` unchanged. A weak tag (`W/"..."`) never matches, and a proxy that compresses can make an `ETag`
                 *     weak.
                 */
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The venue's `id`, in decimal digits. The response is 404 unless it is the id of a venue.
                 * @example 12
                 */
                id: components["parameters"]["VenueId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["RecordInUse"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            428: components["responses"]["PreconditionRequired"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    partialUpdateVenue: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `ETag` of the record as you read it, several of them, or `*` for any version (RFC 9110, section
                 *     13.1.1). If none of them has the current version, the response is 412 and nothing is changed.
                 *
                 *     Only the version is compared: the part of the `ETag` up to the dot. So the `ETag` of any encoding matches. A
                 *     change of embedded data causes no 412, for example of the number of artworks that the venue has for sale. Send
                 *     the `ETag` unchanged. A weak tag (`W/"..."`) never matches, and a proxy that compresses can make an `ETag`
                 *     weak.
                 */
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The venue's `id`, in decimal digits. The response is 404 unless it is the id of a venue.
                 * @example 12
                 */
                id: components["parameters"]["VenueId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. `application/json` is read as a merge patch too. */
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["VenuePatch"];
                "application/json": components["schemas"]["VenuePatch"];
            };
        };
        responses: {
            200: components["responses"]["Venue"];
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            428: components["responses"]["PreconditionRequired"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listEventsOfVenue: {
        parameters: {
            query?: {
                /**
                 * @description The representation to return. With `json`, every client gets JSON. With `ics`, it gets a list of events as a
                 *     calendar, and 406 from any other operation. With `api`, or without the parameter, the values of `q` in `Accept` decide (RFC 9110, section 12.5.1). If those of `text/html` and JSON are equal, the
                 *     more specific media range decides: `text/html` beside a range of all types prefers HTML. If that is equal too, as
                 *     in `text/html, application/json`, the response is JSON. It is also JSON for a range of all types alone, and
                 *     without an `Accept` header. An HTML view and a calendar have an `ETag` of their own. The links of a list repeat the parameter.
                 * @example json
                 */
                format?: components["parameters"]["Format"];
                /**
                 * @description The maximum number of records in the page, in decimal digits; anything else is an error. The records of a page
                 *     together have at most 1 MiB of JSON. A page of very long records ends early, with fewer than `limit` records
                 *     but at least one, and `next` goes on after the last of them. `previous` leads to the page that begins `limit`
                 *     records earlier. If that page ends early too, follow its `next` to the records in between.
                 * @example 18
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Index of the first record of the page, from 0, in decimal digits. It refers to the list as it is at the time
                 *     of the request. An offset at or past the end of the list is not an error: the page is empty.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The sort key. Without the parameter, it is the order of `ids`, or else `-relevance` for `q`, or else `-start_time`.
                 * @example -start_time
                 */
                ordering?: components["parameters"]["OrderingOfEvents"];
                /**
                 * @description Lists the records with these ids: 1 to 100 ids in decimal digits, separated by commas. Without `ordering`, the
                 *     list has their order. It has no record for an id that is not in the list otherwise, and one record for an id
                 *     that is repeated.
                 * @example 3,1,2
                 */
                ids?: components["parameters"]["IdsFilter"];
                /**
                 * @description Lists the records whose last change (`updated_at`, which artworks do not show) has this time or a later one.
                 *     The list does not report deletions, withdrawn records or changes of embedded records, and a change that
                 *     commits late can have a time that you have already read past. In a query, the `+` of a time zone is `%2B`.
                 * @example 2024-02-01T08:00:00Z
                 */
                updated_after?: components["parameters"]["UpdatedAfter"];
                /**
                 * @description Lists the records whose last change (`updated_at`) has an earlier time than this. With `updated_after`, each
                 *     record is in one of several periods where one begins at the time at which another ends.
                 * @example 2031-02-01T08:00:00Z
                 */
                updated_before?: components["parameters"]["UpdatedBefore"];
                /**
                 * @description Lists the events that begin after `at`, that are on at that time, or that have ended before it. An all-day event is on
                 *     from the beginning of its first day to the end of its last one, in UTC. The links of a page name the time in `at`, so
                 *     that all pages of a walk have the same list.
                 * @example upcoming
                 */
                when?: components["parameters"]["WhenFilter"];
                /**
                 * @description The time of `when`; without the parameter, the beginning of the minute of the request. Alone it has no effect. In a
                 *     query, the `+` of a time zone is `%2B`.
                 * @example 2024-02-01T08:00:00Z
                 */
                at?: components["parameters"]["MomentOfWhen"];
                /**
                 * @description Lists the events that begin at this time or later. An all-day event begins with its first day, in UTC. In a query, the
                 *     `+` of a time zone is `%2B`.
                 * @example 2024-02-01
                 */
                starts_after?: components["parameters"]["StartsAfter"];
                /**
                 * @description Lists the events that begin before this time. An all-day event begins with its first day, in UTC.
                 * @example 2031-02-01T08:00:00Z
                 */
                starts_before?: components["parameters"]["StartsBefore"];
                /**
                 * @description Lists the events that end at this time or later. An all-day event ends with its last day, in UTC. In a query, the `+`
                 *     of a time zone is `%2B`.
                 * @example 2024-02-01T08:00:00Z
                 */
                ends_after?: components["parameters"]["EndsAfter"];
                /**
                 * @description Lists the events that end before this time. An all-day event ends with its last day, in UTC.
                 * @example 2031-02-01T08:00:00Z
                 */
                ends_before?: components["parameters"]["EndsBefore"];
                /**
                 * @description Lists the events of any of these categories. It takes 1 to 20 ids, separated by commas.
                 * @example 1,2
                 */
                category?: components["parameters"]["EventCategoryFilter"];
                /**
                 * @description Lists the events in this country, an ISO 3166-1 alpha-2 code. An event without a country is in that of its venue.
                 * @example DK
                 */
                country?: components["parameters"]["CountryFilter"];
                /**
                 * @description Lists the events in this city. An event without a city is in that of its venue. Case, accents and spaces around the
                 *     text do not matter.
                 * @example Aarhus
                 */
                city?: components["parameters"]["EventCityFilter"];
                /**
                 * @description Lists the events that take place at most `radius_km` from here: latitude and longitude in decimal degrees, with up to
                 *     six decimals. A space may follow the comma. An event without a `geolocation` is at that of its venue. One that has
                 *     neither does not pass.
                 * @example 48.8566,2.3522
                 */
                near?: components["parameters"]["NearFilter"];
                /**
                 * @description The greatest distance from `near`, in kilometres along a great circle of a sphere with a radius of 6,371.0088 km. Alone
                 *     it has no effect.
                 * @example 50
                 */
                radius_km?: components["parameters"]["RadiusOfNear"];
                /**
                 * @description Lists the events that the marketplace features, or with `false` the others.
                 * @example true
                 */
                is_featured?: components["parameters"]["FeaturedFilter"];
                /**
                 * @description Lists the events that take place online only, or with `false` the others.
                 * @example true
                 */
                is_online_only?: components["parameters"]["OnlineOnlyFilter"];
                /**
                 * @description Lists the events that have each word of the search, in any order. Words are found in the title, the first 10,000
                 *     characters of the content, the name of the venue, and the city. An event without a city is in that of its venue.
                 * @example art fair basel
                 */
                q?: components["parameters"]["EventSearch"];
            };
            header?: {
                /**
                 * @description The `ETag` of the representation that you have, several of them, or `*` (RFC 9110, section 13.1.2). While
                 *     one of them is current, the response is 304 without a body. A compressed response has an `ETag` of its
                 *     own, so send the `ETag` with the `Accept-Encoding` with which you got it.
                 * @example "812-20240201080000.Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The venue's `id`, in decimal digits. The response is 404 unless it is the id of a venue.
                 * @example 12
                 */
                id: components["parameters"]["VenueId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["EventPage"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listEventCategories: {
        parameters: {
            query?: {
                /**
                 * @description The representation to return. With `json`, every client gets JSON. With `ics`, it gets a list of events as a
                 *     calendar, and 406 from any other operation. With `api`, or without the parameter, the values of `q` in `Accept` decide (RFC 9110, section 12.5.1). If those of `text/html` and JSON are equal, the
                 *     more specific media range decides: `text/html` beside a range of all types prefers HTML. If that is equal too, as
                 *     in `text/html, application/json`, the response is JSON. It is also JSON for a range of all types alone, and
                 *     without an `Accept` header. An HTML view and a calendar have an `ETag` of their own. The links of a list repeat the parameter.
                 * @example json
                 */
                format?: components["parameters"]["Format"];
                /**
                 * @description The maximum number of records in the page, in decimal digits; anything else is an error. The records of a page
                 *     together have at most 1 MiB of JSON. A page of very long records ends early, with fewer than `limit` records
                 *     but at least one, and `next` goes on after the last of them. `previous` leads to the page that begins `limit`
                 *     records earlier. If that page ends early too, follow its `next` to the records in between.
                 * @example 18
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Selects records whose name contains this text, without regard to case and accents. Spaces are
                 *     significant, also at the ends.
                 * @example kunsthal
                 */
                name?: components["parameters"]["NameFilter"];
                /**
                 * @description Index of the first record of the page, from 0, in decimal digits. It refers to the list as it is at the time
                 *     of the request. An offset at or past the end of the list is not an error: the page is empty.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The sort key; without the parameter, `name`.
                 * @example name
                 */
                ordering?: components["parameters"]["OrderingByName"];
            };
            header?: {
                /**
                 * @description The `ETag` of the representation that you have, several of them, or `*` (RFC 9110, section 13.1.2). While
                 *     one of them is current, the response is 304 without a body. A compressed response has an `ETag` of its
                 *     own, so send the `ETag` with the `Accept-Encoding` with which you got it.
                 * @example "812-20240201080000.Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["EventCategoryPage"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createEventCategory: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An identifier of this request that you choose, such as a new UUID: 1 to 255 printable ASCII characters
                 *     other than the quote, optionally in quotes. It has no example here, because two requests with one key
                 *     would collide.
                 *
                 *     A successful POST can be repeated for 24 hours. The same key with the same body gets the same response,
                 *     byte for byte, with the header `Idempotent-Replayed: true`, and creates nothing. Two bodies are the same
                 *     only if their bytes are equal. Different users can use the same key. A failed POST wrote nothing, and its
                 *     key is not remembered, so it may be repeated with the same key.
                 *
                 *     For each user, the service keeps about 256 MiB of responses, which is 50,000 ordinary ones. Beyond that, a
                 *     POST with a new key gets 429, and `Retry-After` has the seconds until the oldest response is forgotten.
                 *     [Batches](https://api.art-marketplace.example/docs/guide/batches) write many records without a key.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The category to add. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventCategoryInput"];
            };
        };
        responses: {
            201: components["responses"]["CreatedEventCategory"];
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    retrieveEventCategory: {
        parameters: {
            query?: {
                /**
                 * @description The representation to return. With `json`, every client gets JSON. With `ics`, it gets a list of events as a
                 *     calendar, and 406 from any other operation. With `api`, or without the parameter, the values of `q` in `Accept` decide (RFC 9110, section 12.5.1). If those of `text/html` and JSON are equal, the
                 *     more specific media range decides: `text/html` beside a range of all types prefers HTML. If that is equal too, as
                 *     in `text/html, application/json`, the response is JSON. It is also JSON for a range of all types alone, and
                 *     without an `Accept` header. An HTML view and a calendar have an `ETag` of their own. The links of a list repeat the parameter.
                 * @example json
                 */
                format?: components["parameters"]["Format"];
            };
            header?: {
                /**
                 * @description The `ETag` of the representation that you have, several of them, or `*` (RFC 9110, section 13.1.2). While
                 *     one of them is current, the response is 304 without a body. A compressed response has an `ETag` of its
                 *     own, so send the `ETag` with the `Accept-Encoding` with which you got it.
                 * @example "812-20240201080000.Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The event category's `id`, in decimal digits. The response is 404 unless it is the id of an event category.
                 * @example 1
                 */
                id: components["parameters"]["EventCategoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["EventCategory"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteEventCategory: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `ETag` of the record as you read it, several of them, or `*` for any version (RFC 9110, section
                 *     13.1.1). If none of them has the current version, the response is 412 and nothing is changed.
                 *
                 *     Only the version is compared: the part of the `ETag` up to the dot. So the `ETag` of any encoding matches. A
                 *     change of embedded data causes no 412, for example of the number of artworks that the venue has for sale. Send
                 *     the `ETag` unchanged. A weak tag (`W/"..."`) never matches, and a proxy that compresses can make an `ETag`
                 *     weak.
                 */
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The event category's `id`, in decimal digits. The response is 404 unless it is the id of an event category.
                 * @example 1
                 */
                id: components["parameters"]["EventCategoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["RecordInUse"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            428: components["responses"]["PreconditionRequired"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    partialUpdateEventCategory: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `ETag` of the record as you read it, several of them, or `*` for any version (RFC 9110, section
                 *     13.1.1). If none of them has the current version, the response is 412 and nothing is changed.
                 *
                 *     Only the version is compared: the part of the `ETag` up to the dot. So the `ETag` of any encoding matches. A
                 *     change of embedded data causes no 412, for example of the number of artworks that the venue has for sale. Send
                 *     the `ETag` unchanged. A weak tag (`W/"..."`) never matches, and a proxy that compresses can make an `ETag`
                 *     weak.
                 */
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The event category's `id`, in decimal digits. The response is 404 unless it is the id of an event category.
                 * @example 1
                 */
                id: components["parameters"]["EventCategoryId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. `application/json` is read as a merge patch too. */
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["EventCategoryPatch"];
                "application/json": components["schemas"]["EventCategoryPatch"];
            };
        };
        responses: {
            200: components["responses"]["EventCategory"];
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            428: components["responses"]["PreconditionRequired"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listArtworkCategories: {
        parameters: {
            query?: {
                /**
                 * @description The representation to return. With `json`, every client gets JSON. With `ics`, it gets a list of events as a
                 *     calendar, and 406 from any other operation. With `api`, or without the parameter, the values of `q` in `Accept` decide (RFC 9110, section 12.5.1). If those of `text/html` and JSON are equal, the
                 *     more specific media range decides: `text/html` beside a range of all types prefers HTML. If that is equal too, as
                 *     in `text/html, application/json`, the response is JSON. It is also JSON for a range of all types alone, and
                 *     without an `Accept` header. An HTML view and a calendar have an `ETag` of their own. The links of a list repeat the parameter.
                 * @example json
                 */
                format?: components["parameters"]["Format"];
                /**
                 * @description The maximum number of records in the page, in decimal digits; anything else is an error. The records of a page
                 *     together have at most 1 MiB of JSON. A page of very long records ends early, with fewer than `limit` records
                 *     but at least one, and `next` goes on after the last of them. `previous` leads to the page that begins `limit`
                 *     records earlier. If that page ends early too, follow its `next` to the records in between.
                 * @example 18
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Selects records whose name contains this text, without regard to case and accents. Spaces are
                 *     significant, also at the ends.
                 * @example kunsthal
                 */
                name?: components["parameters"]["NameFilter"];
                /**
                 * @description Index of the first record of the page, from 0, in decimal digits. It refers to the list as it is at the time
                 *     of the request. An offset at or past the end of the list is not an error: the page is empty.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The sort key; without the parameter, `name`.
                 * @example name
                 */
                ordering?: components["parameters"]["OrderingByName"];
            };
            header?: {
                /**
                 * @description The `ETag` of the representation that you have, several of them, or `*` (RFC 9110, section 13.1.2). While
                 *     one of them is current, the response is 304 without a body. A compressed response has an `ETag` of its
                 *     own, so send the `ETag` with the `Accept-Encoding` with which you got it.
                 * @example "812-20240201080000.Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ArtworkCategoryPage"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createArtworkCategory: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An identifier of this request that you choose, such as a new UUID: 1 to 255 printable ASCII characters
                 *     other than the quote, optionally in quotes. It has no example here, because two requests with one key
                 *     would collide.
                 *
                 *     A successful POST can be repeated for 24 hours. The same key with the same body gets the same response,
                 *     byte for byte, with the header `Idempotent-Replayed: true`, and creates nothing. Two bodies are the same
                 *     only if their bytes are equal. Different users can use the same key. A failed POST wrote nothing, and its
                 *     key is not remembered, so it may be repeated with the same key.
                 *
                 *     For each user, the service keeps about 256 MiB of responses, which is 50,000 ordinary ones. Beyond that, a
                 *     POST with a new key gets 429, and `Retry-After` has the seconds until the oldest response is forgotten.
                 *     [Batches](https://api.art-marketplace.example/docs/guide/batches) write many records without a key.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The category to add. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ArtworkCategoryInput"];
            };
        };
        responses: {
            201: components["responses"]["CreatedArtworkCategory"];
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    retrieveArtworkCategory: {
        parameters: {
            query?: {
                /**
                 * @description The representation to return. With `json`, every client gets JSON. With `ics`, it gets a list of events as a
                 *     calendar, and 406 from any other operation. With `api`, or without the parameter, the values of `q` in `Accept` decide (RFC 9110, section 12.5.1). If those of `text/html` and JSON are equal, the
                 *     more specific media range decides: `text/html` beside a range of all types prefers HTML. If that is equal too, as
                 *     in `text/html, application/json`, the response is JSON. It is also JSON for a range of all types alone, and
                 *     without an `Accept` header. An HTML view and a calendar have an `ETag` of their own. The links of a list repeat the parameter.
                 * @example json
                 */
                format?: components["parameters"]["Format"];
            };
            header?: {
                /**
                 * @description The `ETag` of the representation that you have, several of them, or `*` (RFC 9110, section 13.1.2). While
                 *     one of them is current, the response is 304 without a body. A compressed response has an `ETag` of its
                 *     own, so send the `ETag` with the `Accept-Encoding` with which you got it.
                 * @example "812-20240201080000.Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The artwork category's `id`, in decimal digits. The response is 404 unless it is the id of an artwork category.
                 * @example 2
                 */
                id: components["parameters"]["ArtworkCategoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ArtworkCategory"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteArtworkCategory: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `ETag` of the record as you read it, several of them, or `*` for any version (RFC 9110, section
                 *     13.1.1). If none of them has the current version, the response is 412 and nothing is changed.
                 *
                 *     Only the version is compared: the part of the `ETag` up to the dot. So the `ETag` of any encoding matches. A
                 *     change of embedded data causes no 412, for example of the number of artworks that the venue has for sale. Send
                 *     the `ETag` unchanged. A weak tag (`W/"..."`) never matches, and a proxy that compresses can make an `ETag`
                 *     weak.
                 */
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The artwork category's `id`, in decimal digits. The response is 404 unless it is the id of an artwork category.
                 * @example 2
                 */
                id: components["parameters"]["ArtworkCategoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["RecordInUse"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            428: components["responses"]["PreconditionRequired"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    partialUpdateArtworkCategory: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `ETag` of the record as you read it, several of them, or `*` for any version (RFC 9110, section
                 *     13.1.1). If none of them has the current version, the response is 412 and nothing is changed.
                 *
                 *     Only the version is compared: the part of the `ETag` up to the dot. So the `ETag` of any encoding matches. A
                 *     change of embedded data causes no 412, for example of the number of artworks that the venue has for sale. Send
                 *     the `ETag` unchanged. A weak tag (`W/"..."`) never matches, and a proxy that compresses can make an `ETag`
                 *     weak.
                 */
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The artwork category's `id`, in decimal digits. The response is 404 unless it is the id of an artwork category.
                 * @example 2
                 */
                id: components["parameters"]["ArtworkCategoryId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. `application/json` is read as a merge patch too. */
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["ArtworkCategoryPatch"];
                "application/json": components["schemas"]["ArtworkCategoryPatch"];
            };
        };
        responses: {
            200: components["responses"]["ArtworkCategory"];
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            428: components["responses"]["PreconditionRequired"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listArtists: {
        parameters: {
            query?: {
                /**
                 * @description The representation to return. With `json`, every client gets JSON. With `ics`, it gets a list of events as a
                 *     calendar, and 406 from any other operation. With `api`, or without the parameter, the values of `q` in `Accept` decide (RFC 9110, section 12.5.1). If those of `text/html` and JSON are equal, the
                 *     more specific media range decides: `text/html` beside a range of all types prefers HTML. If that is equal too, as
                 *     in `text/html, application/json`, the response is JSON. It is also JSON for a range of all types alone, and
                 *     without an `Accept` header. An HTML view and a calendar have an `ETag` of their own. The links of a list repeat the parameter.
                 * @example json
                 */
                format?: components["parameters"]["Format"];
                /**
                 * @description The maximum number of records in the page, in decimal digits; anything else is an error. The records of a page
                 *     together have at most 1 MiB of JSON. A page of very long records ends early, with fewer than `limit` records
                 *     but at least one, and `next` goes on after the last of them. `previous` leads to the page that begins `limit`
                 *     records earlier. If that page ends early too, follow its `next` to the records in between.
                 * @example 18
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Selects records whose name contains this text, without regard to case and accents. Spaces are
                 *     significant, also at the ends.
                 * @example kunsthal
                 */
                name?: components["parameters"]["NameFilter"];
                /**
                 * @description Index of the first record of the page, from 0, in decimal digits. It refers to the list as it is at the time
                 *     of the request. An offset at or past the end of the list is not an error: the page is empty.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The sort key; without the parameter, `name`.
                 * @example name
                 */
                ordering?: components["parameters"]["OrderingByName"];
            };
            header?: {
                /**
                 * @description The `ETag` of the representation that you have, several of them, or `*` (RFC 9110, section 13.1.2). While
                 *     one of them is current, the response is 304 without a body. A compressed response has an `ETag` of its
                 *     own, so send the `ETag` with the `Accept-Encoding` with which you got it.
                 * @example "812-20240201080000.Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ArtistPage"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createArtist: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An identifier of this request that you choose, such as a new UUID: 1 to 255 printable ASCII characters
                 *     other than the quote, optionally in quotes. It has no example here, because two requests with one key
                 *     would collide.
                 *
                 *     A successful POST can be repeated for 24 hours. The same key with the same body gets the same response,
                 *     byte for byte, with the header `Idempotent-Replayed: true`, and creates nothing. Two bodies are the same
                 *     only if their bytes are equal. Different users can use the same key. A failed POST wrote nothing, and its
                 *     key is not remembered, so it may be repeated with the same key.
                 *
                 *     For each user, the service keeps about 256 MiB of responses, which is 50,000 ordinary ones. Beyond that, a
                 *     POST with a new key gets 429, and `Retry-After` has the seconds until the oldest response is forgotten.
                 *     [Batches](https://api.art-marketplace.example/docs/guide/batches) write many records without a key.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The artist to add. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ArtistInput"];
            };
        };
        responses: {
            201: components["responses"]["CreatedArtist"];
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    retrieveArtist: {
        parameters: {
            query?: {
                /**
                 * @description The representation to return. With `json`, every client gets JSON. With `ics`, it gets a list of events as a
                 *     calendar, and 406 from any other operation. With `api`, or without the parameter, the values of `q` in `Accept` decide (RFC 9110, section 12.5.1). If those of `text/html` and JSON are equal, the
                 *     more specific media range decides: `text/html` beside a range of all types prefers HTML. If that is equal too, as
                 *     in `text/html, application/json`, the response is JSON. It is also JSON for a range of all types alone, and
                 *     without an `Accept` header. An HTML view and a calendar have an `ETag` of their own. The links of a list repeat the parameter.
                 * @example json
                 */
                format?: components["parameters"]["Format"];
            };
            header?: {
                /**
                 * @description The `ETag` of the representation that you have, several of them, or `*` (RFC 9110, section 13.1.2). While
                 *     one of them is current, the response is 304 without a body. A compressed response has an `ETag` of its
                 *     own, so send the `ETag` with the `Accept-Encoding` with which you got it.
                 * @example "812-20240201080000.Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The artist's `id`, in decimal digits. The response is 404 unless it is the id of an artist.
                 * @example 309
                 */
                id: components["parameters"]["ArtistId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Artist"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteArtist: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `ETag` of the record as you read it, several of them, or `*` for any version (RFC 9110, section
                 *     13.1.1). If none of them has the current version, the response is 412 and nothing is changed.
                 *
                 *     Only the version is compared: the part of the `ETag` up to the dot. So the `ETag` of any encoding matches. A
                 *     change of embedded data causes no 412, for example of the number of artworks that the venue has for sale. Send
                 *     the `ETag` unchanged. A weak tag (`W/"..."`) never matches, and a proxy that compresses can make an `ETag`
                 *     weak.
                 */
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The artist's `id`, in decimal digits. The response is 404 unless it is the id of an artist.
                 * @example 309
                 */
                id: components["parameters"]["ArtistId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["RecordInUse"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            428: components["responses"]["PreconditionRequired"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    partialUpdateArtist: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `ETag` of the record as you read it, several of them, or `*` for any version (RFC 9110, section
                 *     13.1.1). If none of them has the current version, the response is 412 and nothing is changed.
                 *
                 *     Only the version is compared: the part of the `ETag` up to the dot. So the `ETag` of any encoding matches. A
                 *     change of embedded data causes no 412, for example of the number of artworks that the venue has for sale. Send
                 *     the `ETag` unchanged. A weak tag (`W/"..."`) never matches, and a proxy that compresses can make an `ETag`
                 *     weak.
                 */
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The artist's `id`, in decimal digits. The response is 404 unless it is the id of an artist.
                 * @example 309
                 */
                id: components["parameters"]["ArtistId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. `application/json` is read as a merge patch too. */
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["ArtistPatch"];
                "application/json": components["schemas"]["ArtistPatch"];
            };
        };
        responses: {
            200: components["responses"]["Artist"];
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            428: components["responses"]["PreconditionRequired"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listArtworksOfArtist: {
        parameters: {
            query?: {
                /**
                 * @description The representation to return. With `json`, every client gets JSON. With `ics`, it gets a list of events as a
                 *     calendar, and 406 from any other operation. With `api`, or without the parameter, the values of `q` in `Accept` decide (RFC 9110, section 12.5.1). If those of `text/html` and JSON are equal, the
                 *     more specific media range decides: `text/html` beside a range of all types prefers HTML. If that is equal too, as
                 *     in `text/html, application/json`, the response is JSON. It is also JSON for a range of all types alone, and
                 *     without an `Accept` header. An HTML view and a calendar have an `ETag` of their own. The links of a list repeat the parameter.
                 * @example json
                 */
                format?: components["parameters"]["Format"];
                /**
                 * @description The maximum number of records in the page, in decimal digits; anything else is an error. The records of a page
                 *     together have at most 1 MiB of JSON. A page of very long records ends early, with fewer than `limit` records
                 *     but at least one, and `next` goes on after the last of them. `previous` leads to the page that begins `limit`
                 *     records earlier. If that page ends early too, follow its `next` to the records in between.
                 * @example 18
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Index of the first record of the page, from 0, in decimal digits. It refers to the list as it is at the time
                 *     of the request. An offset at or past the end of the list is not an error: the page is empty.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The sort key. Without the parameter, it is the order of `ids`, or else `-relevance` for `q`, or else `-order_date`. An artwork with a hidden price is sorted as one without a
                 *     price. The records do not show the sort keys `views_count`, `published_at` and `updated_at`. `updated_at` is
                 *     the time of the last change of the artwork, from which the version in its `ETag` is made.
                 * @example -order_date
                 */
                ordering?: components["parameters"]["OrderingOfArtworks"];
                /**
                 * @description Lists the records with these ids: 1 to 100 ids in decimal digits, separated by commas. Without `ordering`, the
                 *     list has their order. It has no record for an id that is not in the list otherwise, and one record for an id
                 *     that is repeated.
                 * @example 3,1,2
                 */
                ids?: components["parameters"]["IdsFilter"];
                /**
                 * @description Lists the records whose last change (`updated_at`, which artworks do not show) has this time or a later one.
                 *     The list does not report deletions, withdrawn records or changes of embedded records, and a change that
                 *     commits late can have a time that you have already read past. In a query, the `+` of a time zone is `%2B`.
                 * @example 2024-02-01T08:00:00Z
                 */
                updated_after?: components["parameters"]["UpdatedAfter"];
                /**
                 * @description Lists the records whose last change (`updated_at`) has an earlier time than this. With `updated_after`, each
                 *     record is in one of several periods where one begins at the time at which another ends.
                 * @example 2031-02-01T08:00:00Z
                 */
                updated_before?: components["parameters"]["UpdatedBefore"];
                /**
                 * @description Lists the artworks of any of these galleries. It takes 1 to 20 ids, separated by commas.
                 * @example 1,2
                 */
                gallery?: components["parameters"]["GalleryFilter"];
                /**
                 * @description Lists the artworks of any of these categories. It takes 1 to 20 ids, separated by commas.
                 * @example 1,2
                 */
                category?: components["parameters"]["ArtworkCategoryFilter"];
                /**
                 * @description Lists the artworks that have any of these tags. It takes 1 to 20 ids, separated by commas.
                 * @example 1,2
                 */
                tag?: components["parameters"]["TagFilter"];
                /**
                 * @description Lists the artworks whose price in the `currency` of the request is at least this. An artwork that does not show a
                 *     price, or whose price cannot be converted, does not pass. The records show the same `price_eur` and `price_usd`.
                 * @example 100
                 */
                price_min?: components["parameters"]["PriceMin"];
                /**
                 * @description Lists the artworks whose price in the `currency` of the request is at most this. Otherwise as `price_min`.
                 * @example 3000
                 */
                price_max?: components["parameters"]["PriceMax"];
                /**
                 * @description The currency of `price_min` and `price_max`; without the parameter, `EUR`. Alone it has no effect.
                 * @example EUR
                 */
                currency?: components["parameters"]["CurrencyOfPrices"];
                /**
                 * @description Lists the artworks whose height, converted to the `units` of the request, is at least this. An artwork without a
                 *     height does not pass. Sizes that differ by less than a millionth of a centimetre are equal.
                 * @example 20
                 */
                height_min?: components["parameters"]["HeightMin"];
                /**
                 * @description Lists the artworks whose height is at most this. Otherwise as `height_min`.
                 * @example 80.5
                 */
                height_max?: components["parameters"]["HeightMax"];
                /**
                 * @description Lists the artworks whose width, converted to the `units` of the request, is at least this. An artwork without a
                 *     width does not pass.
                 * @example 20
                 */
                width_min?: components["parameters"]["WidthMin"];
                /**
                 * @description Lists the artworks whose width is at most this. Otherwise as `width_min`.
                 * @example 80.5
                 */
                width_max?: components["parameters"]["WidthMax"];
                /**
                 * @description The unit of `height_min`, `height_max`, `width_min` and `width_max`; without the parameter, `centimeter`. An inch
                 *     has 2.54 centimetres. Alone it has no effect.
                 * @example centimeter
                 */
                units?: components["parameters"]["UnitsOfSizes"];
                /**
                 * @description Lists the artworks that were made in this year or later; negative before the common era. An artwork without a
                 *     year does not pass.
                 * @example 1850
                 */
                year_min?: components["parameters"]["YearMin"];
                /**
                 * @description Lists the artworks that were made in this year or earlier. Otherwise as `year_min`.
                 * @example 1999
                 */
                year_max?: components["parameters"]["YearMax"];
                /**
                 * @description Lists the artworks with this medium. Case, accents and spaces around the text do not matter.
                 * @example Oil on canvas
                 */
                medium?: components["parameters"]["MediumFilter"];
                /**
                 * @description Lists the artworks in this city, or in a gallery of this city where the artwork names none. Case, accents and
                 *     spaces around the text do not matter.
                 * @example Aarhus
                 */
                city?: components["parameters"]["ArtworkCityFilter"];
                /**
                 * @description Lists the artworks with this availability.
                 * @example available
                 */
                available_for_sale?: components["parameters"]["SaleStatusFilter"];
                /**
                 * @description Lists the artworks whose price is shown in this way.
                 * @example show price
                 */
                price_display?: components["parameters"]["PriceDisplayFilter"];
                /**
                 * @description Lists the artworks that can be bought at once, or with `false` those that cannot.
                 * @example true
                 */
                allow_instant_buy?: components["parameters"]["InstantBuyFilter"];
                /**
                 * @description Lists the artworks that have a picture, or with `false` those with the placeholder picture.
                 * @example true
                 */
                has_image?: components["parameters"]["ImageFilter"];
                /**
                 * @description Lists the artworks whose picture has a colour near this one: a colour of `featured_image.colors_data` that differs from it
                 *     by at most `color_tolerance`. In a query, `#` is `%23`.
                 * @example #b03a2e
                 */
                color?: components["parameters"]["ColorFilter"];
                /**
                 * @description The greatest difference that `color` allows: the distance of both colours in CIELAB (CIE 1976, D65). A difference of
                 *     2 is hardly visible. Black and white differ by 100. Alone it has no effect.
                 * @example 20
                 */
                color_tolerance?: components["parameters"]["ColorTolerance"];
                /**
                 * @description Lists the artworks that have each word of the search, in any order. Words are found in the title, the medium, and
                 *     the names of the artists, the gallery and the tags.
                 * @example monet "water lilies"
                 */
                q?: components["parameters"]["ArtworkSearch"];
            };
            header?: {
                /**
                 * @description The `ETag` of the representation that you have, several of them, or `*` (RFC 9110, section 13.1.2). While
                 *     one of them is current, the response is 304 without a body. A compressed response has an `ETag` of its
                 *     own, so send the `ETag` with the `Accept-Encoding` with which you got it.
                 * @example "812-20240201080000.Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The artist's `id`, in decimal digits. The response is 404 unless it is the id of an artist.
                 * @example 309
                 */
                id: components["parameters"]["ArtistId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ArtworkPage"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listGalleries: {
        parameters: {
            query?: {
                /**
                 * @description The representation to return. With `json`, every client gets JSON. With `ics`, it gets a list of events as a
                 *     calendar, and 406 from any other operation. With `api`, or without the parameter, the values of `q` in `Accept` decide (RFC 9110, section 12.5.1). If those of `text/html` and JSON are equal, the
                 *     more specific media range decides: `text/html` beside a range of all types prefers HTML. If that is equal too, as
                 *     in `text/html, application/json`, the response is JSON. It is also JSON for a range of all types alone, and
                 *     without an `Accept` header. An HTML view and a calendar have an `ETag` of their own. The links of a list repeat the parameter.
                 * @example json
                 */
                format?: components["parameters"]["Format"];
                /**
                 * @description The maximum number of records in the page, in decimal digits; anything else is an error. The records of a page
                 *     together have at most 1 MiB of JSON. A page of very long records ends early, with fewer than `limit` records
                 *     but at least one, and `next` goes on after the last of them. `previous` leads to the page that begins `limit`
                 *     records earlier. If that page ends early too, follow its `next` to the records in between.
                 * @example 18
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Selects records whose name contains this text, without regard to case and accents. Spaces are
                 *     significant, also at the ends.
                 * @example kunsthal
                 */
                name?: components["parameters"]["NameFilter"];
                /**
                 * @description Index of the first record of the page, from 0, in decimal digits. It refers to the list as it is at the time
                 *     of the request. An offset at or past the end of the list is not an error: the page is empty.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The sort key; without the parameter, `name`.
                 * @example name
                 */
                ordering?: components["parameters"]["OrderingByName"];
            };
            header?: {
                /**
                 * @description The `ETag` of the representation that you have, several of them, or `*` (RFC 9110, section 13.1.2). While
                 *     one of them is current, the response is 304 without a body. A compressed response has an `ETag` of its
                 *     own, so send the `ETag` with the `Accept-Encoding` with which you got it.
                 * @example "812-20240201080000.Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["GalleryPage"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createGallery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An identifier of this request that you choose, such as a new UUID: 1 to 255 printable ASCII characters
                 *     other than the quote, optionally in quotes. It has no example here, because two requests with one key
                 *     would collide.
                 *
                 *     A successful POST can be repeated for 24 hours. The same key with the same body gets the same response,
                 *     byte for byte, with the header `Idempotent-Replayed: true`, and creates nothing. Two bodies are the same
                 *     only if their bytes are equal. Different users can use the same key. A failed POST wrote nothing, and its
                 *     key is not remembered, so it may be repeated with the same key.
                 *
                 *     For each user, the service keeps about 256 MiB of responses, which is 50,000 ordinary ones. Beyond that, a
                 *     POST with a new key gets 429, and `Retry-After` has the seconds until the oldest response is forgotten.
                 *     [Batches](https://api.art-marketplace.example/docs/guide/batches) write many records without a key.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The gallery to add. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["GalleryInput"];
            };
        };
        responses: {
            201: components["responses"]["CreatedGallery"];
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    retrieveGallery: {
        parameters: {
            query?: {
                /**
                 * @description The representation to return. With `json`, every client gets JSON. With `ics`, it gets a list of events as a
                 *     calendar, and 406 from any other operation. With `api`, or without the parameter, the values of `q` in `Accept` decide (RFC 9110, section 12.5.1). If those of `text/html` and JSON are equal, the
                 *     more specific media range decides: `text/html` beside a range of all types prefers HTML. If that is equal too, as
                 *     in `text/html, application/json`, the response is JSON. It is also JSON for a range of all types alone, and
                 *     without an `Accept` header. An HTML view and a calendar have an `ETag` of their own. The links of a list repeat the parameter.
                 * @example json
                 */
                format?: components["parameters"]["Format"];
            };
            header?: {
                /**
                 * @description The `ETag` of the representation that you have, several of them, or `*` (RFC 9110, section 13.1.2). While
                 *     one of them is current, the response is 304 without a body. A compressed response has an `ETag` of its
                 *     own, so send the `ETag` with the `Accept-Encoding` with which you got it.
                 * @example "812-20240201080000.Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The gallery's `id`, in decimal digits. The response is 404 unless it is the id of a gallery.
                 * @example 57
                 */
                id: components["parameters"]["GalleryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Gallery"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteGallery: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `ETag` of the record as you read it, several of them, or `*` for any version (RFC 9110, section
                 *     13.1.1). If none of them has the current version, the response is 412 and nothing is changed.
                 *
                 *     Only the version is compared: the part of the `ETag` up to the dot. So the `ETag` of any encoding matches. A
                 *     change of embedded data causes no 412, for example of the number of artworks that the venue has for sale. Send
                 *     the `ETag` unchanged. A weak tag (`W/"..."`) never matches, and a proxy that compresses can make an `ETag`
                 *     weak.
                 */
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The gallery's `id`, in decimal digits. The response is 404 unless it is the id of a gallery.
                 * @example 57
                 */
                id: components["parameters"]["GalleryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["RecordInUse"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            428: components["responses"]["PreconditionRequired"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    partialUpdateGallery: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `ETag` of the record as you read it, several of them, or `*` for any version (RFC 9110, section
                 *     13.1.1). If none of them has the current version, the response is 412 and nothing is changed.
                 *
                 *     Only the version is compared: the part of the `ETag` up to the dot. So the `ETag` of any encoding matches. A
                 *     change of embedded data causes no 412, for example of the number of artworks that the venue has for sale. Send
                 *     the `ETag` unchanged. A weak tag (`W/"..."`) never matches, and a proxy that compresses can make an `ETag`
                 *     weak.
                 */
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The gallery's `id`, in decimal digits. The response is 404 unless it is the id of a gallery.
                 * @example 57
                 */
                id: components["parameters"]["GalleryId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. `application/json` is read as a merge patch too. */
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["GalleryPatch"];
                "application/json": components["schemas"]["GalleryPatch"];
            };
        };
        responses: {
            200: components["responses"]["Gallery"];
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            428: components["responses"]["PreconditionRequired"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    retrieveGalleryMembers: {
        parameters: {
            query?: {
                /**
                 * @description The representation to return. With `json`, every client gets JSON. With `ics`, it gets a list of events as a
                 *     calendar, and 406 from any other operation. With `api`, or without the parameter, the values of `q` in `Accept` decide (RFC 9110, section 12.5.1). If those of `text/html` and JSON are equal, the
                 *     more specific media range decides: `text/html` beside a range of all types prefers HTML. If that is equal too, as
                 *     in `text/html, application/json`, the response is JSON. It is also JSON for a range of all types alone, and
                 *     without an `Accept` header. An HTML view and a calendar have an `ETag` of their own. The links of a list repeat the parameter.
                 * @example json
                 */
                format?: components["parameters"]["Format"];
            };
            header?: {
                /**
                 * @description The `ETag` of the representation that you have, several of them, or `*` (RFC 9110, section 13.1.2). While
                 *     one of them is current, the response is 304 without a body. A compressed response has an `ETag` of its
                 *     own, so send the `ETag` with the `Accept-Encoding` with which you got it.
                 * @example "812-20240201080000.Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The gallery's `id`, in decimal digits. The response is 404 unless it is the id of a gallery.
                 * @example 57
                 */
                id: components["parameters"]["GalleryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["GalleryMembers"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateGalleryMembers: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `ETag` of the record as you read it, several of them, or `*` for any version (RFC 9110, section
                 *     13.1.1). If none of them has the current version, the response is 412 and nothing is changed.
                 *
                 *     Only the version is compared: the part of the `ETag` up to the dot. So the `ETag` of any encoding matches. A
                 *     change of embedded data causes no 412, for example of the number of artworks that the venue has for sale. Send
                 *     the `ETag` unchanged. A weak tag (`W/"..."`) never matches, and a proxy that compresses can make an `ETag`
                 *     weak.
                 */
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The gallery's `id`, in decimal digits. The response is 404 unless it is the id of a gallery.
                 * @example 57
                 */
                id: components["parameters"]["GalleryId"];
            };
            cookie?: never;
        };
        /** @description All members. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["GalleryMembersInput"];
            };
        };
        responses: {
            200: components["responses"]["GalleryMembers"];
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            428: components["responses"]["PreconditionRequired"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    acceptGalleryInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The gallery's `id`, in decimal digits. The response is 404 unless it is the id of a gallery.
                 * @example 57
                 */
                id: components["parameters"]["GalleryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["GalleryMembers"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listArtworksOfGallery: {
        parameters: {
            query?: {
                /**
                 * @description The representation to return. With `json`, every client gets JSON. With `ics`, it gets a list of events as a
                 *     calendar, and 406 from any other operation. With `api`, or without the parameter, the values of `q` in `Accept` decide (RFC 9110, section 12.5.1). If those of `text/html` and JSON are equal, the
                 *     more specific media range decides: `text/html` beside a range of all types prefers HTML. If that is equal too, as
                 *     in `text/html, application/json`, the response is JSON. It is also JSON for a range of all types alone, and
                 *     without an `Accept` header. An HTML view and a calendar have an `ETag` of their own. The links of a list repeat the parameter.
                 * @example json
                 */
                format?: components["parameters"]["Format"];
                /**
                 * @description The maximum number of records in the page, in decimal digits; anything else is an error. The records of a page
                 *     together have at most 1 MiB of JSON. A page of very long records ends early, with fewer than `limit` records
                 *     but at least one, and `next` goes on after the last of them. `previous` leads to the page that begins `limit`
                 *     records earlier. If that page ends early too, follow its `next` to the records in between.
                 * @example 18
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Index of the first record of the page, from 0, in decimal digits. It refers to the list as it is at the time
                 *     of the request. An offset at or past the end of the list is not an error: the page is empty.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The sort key. Without the parameter, it is the order of `ids`, or else `-relevance` for `q`, or else `-order_date`. An artwork with a hidden price is sorted as one without a
                 *     price. The records do not show the sort keys `views_count`, `published_at` and `updated_at`. `updated_at` is
                 *     the time of the last change of the artwork, from which the version in its `ETag` is made.
                 * @example -order_date
                 */
                ordering?: components["parameters"]["OrderingOfArtworks"];
                /**
                 * @description Lists the records with these ids: 1 to 100 ids in decimal digits, separated by commas. Without `ordering`, the
                 *     list has their order. It has no record for an id that is not in the list otherwise, and one record for an id
                 *     that is repeated.
                 * @example 3,1,2
                 */
                ids?: components["parameters"]["IdsFilter"];
                /**
                 * @description Lists the records whose last change (`updated_at`, which artworks do not show) has this time or a later one.
                 *     The list does not report deletions, withdrawn records or changes of embedded records, and a change that
                 *     commits late can have a time that you have already read past. In a query, the `+` of a time zone is `%2B`.
                 * @example 2024-02-01T08:00:00Z
                 */
                updated_after?: components["parameters"]["UpdatedAfter"];
                /**
                 * @description Lists the records whose last change (`updated_at`) has an earlier time than this. With `updated_after`, each
                 *     record is in one of several periods where one begins at the time at which another ends.
                 * @example 2031-02-01T08:00:00Z
                 */
                updated_before?: components["parameters"]["UpdatedBefore"];
                /**
                 * @description Lists the artworks that name any of these artists. It takes 1 to 20 ids, separated by commas.
                 * @example 1,2
                 */
                artist?: components["parameters"]["ArtistFilter"];
                /**
                 * @description Lists the artworks of any of these categories. It takes 1 to 20 ids, separated by commas.
                 * @example 1,2
                 */
                category?: components["parameters"]["ArtworkCategoryFilter"];
                /**
                 * @description Lists the artworks that have any of these tags. It takes 1 to 20 ids, separated by commas.
                 * @example 1,2
                 */
                tag?: components["parameters"]["TagFilter"];
                /**
                 * @description Lists the artworks whose price in the `currency` of the request is at least this. An artwork that does not show a
                 *     price, or whose price cannot be converted, does not pass. The records show the same `price_eur` and `price_usd`.
                 * @example 100
                 */
                price_min?: components["parameters"]["PriceMin"];
                /**
                 * @description Lists the artworks whose price in the `currency` of the request is at most this. Otherwise as `price_min`.
                 * @example 3000
                 */
                price_max?: components["parameters"]["PriceMax"];
                /**
                 * @description The currency of `price_min` and `price_max`; without the parameter, `EUR`. Alone it has no effect.
                 * @example EUR
                 */
                currency?: components["parameters"]["CurrencyOfPrices"];
                /**
                 * @description Lists the artworks whose height, converted to the `units` of the request, is at least this. An artwork without a
                 *     height does not pass. Sizes that differ by less than a millionth of a centimetre are equal.
                 * @example 20
                 */
                height_min?: components["parameters"]["HeightMin"];
                /**
                 * @description Lists the artworks whose height is at most this. Otherwise as `height_min`.
                 * @example 80.5
                 */
                height_max?: components["parameters"]["HeightMax"];
                /**
                 * @description Lists the artworks whose width, converted to the `units` of the request, is at least this. An artwork without a
                 *     width does not pass.
                 * @example 20
                 */
                width_min?: components["parameters"]["WidthMin"];
                /**
                 * @description Lists the artworks whose width is at most this. Otherwise as `width_min`.
                 * @example 80.5
                 */
                width_max?: components["parameters"]["WidthMax"];
                /**
                 * @description The unit of `height_min`, `height_max`, `width_min` and `width_max`; without the parameter, `centimeter`. An inch
                 *     has 2.54 centimetres. Alone it has no effect.
                 * @example centimeter
                 */
                units?: components["parameters"]["UnitsOfSizes"];
                /**
                 * @description Lists the artworks that were made in this year or later; negative before the common era. An artwork without a
                 *     year does not pass.
                 * @example 1850
                 */
                year_min?: components["parameters"]["YearMin"];
                /**
                 * @description Lists the artworks that were made in this year or earlier. Otherwise as `year_min`.
                 * @example 1999
                 */
                year_max?: components["parameters"]["YearMax"];
                /**
                 * @description Lists the artworks with this medium. Case, accents and spaces around the text do not matter.
                 * @example Oil on canvas
                 */
                medium?: components["parameters"]["MediumFilter"];
                /**
                 * @description Lists the artworks in this city, or in a gallery of this city where the artwork names none. Case, accents and
                 *     spaces around the text do not matter.
                 * @example Aarhus
                 */
                city?: components["parameters"]["ArtworkCityFilter"];
                /**
                 * @description Lists the artworks with this availability.
                 * @example available
                 */
                available_for_sale?: components["parameters"]["SaleStatusFilter"];
                /**
                 * @description Lists the artworks whose price is shown in this way.
                 * @example show price
                 */
                price_display?: components["parameters"]["PriceDisplayFilter"];
                /**
                 * @description Lists the artworks that can be bought at once, or with `false` those that cannot.
                 * @example true
                 */
                allow_instant_buy?: components["parameters"]["InstantBuyFilter"];
                /**
                 * @description Lists the artworks that have a picture, or with `false` those with the placeholder picture.
                 * @example true
                 */
                has_image?: components["parameters"]["ImageFilter"];
                /**
                 * @description Lists the artworks whose picture has a colour near this one: a colour of `featured_image.colors_data` that differs from it
                 *     by at most `color_tolerance`. In a query, `#` is `%23`.
                 * @example #b03a2e
                 */
                color?: components["parameters"]["ColorFilter"];
                /**
                 * @description The greatest difference that `color` allows: the distance of both colours in CIELAB (CIE 1976, D65). A difference of
                 *     2 is hardly visible. Black and white differ by 100. Alone it has no effect.
                 * @example 20
                 */
                color_tolerance?: components["parameters"]["ColorTolerance"];
                /**
                 * @description Lists the artworks that have each word of the search, in any order. Words are found in the title, the medium, and
                 *     the names of the artists, the gallery and the tags.
                 * @example monet "water lilies"
                 */
                q?: components["parameters"]["ArtworkSearch"];
            };
            header?: {
                /**
                 * @description The `ETag` of the representation that you have, several of them, or `*` (RFC 9110, section 13.1.2). While
                 *     one of them is current, the response is 304 without a body. A compressed response has an `ETag` of its
                 *     own, so send the `ETag` with the `Accept-Encoding` with which you got it.
                 * @example "812-20240201080000.Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The gallery's `id`, in decimal digits. The response is 404 unless it is the id of a gallery.
                 * @example 57
                 */
                id: components["parameters"]["GalleryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ArtworkPage"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listTags: {
        parameters: {
            query?: {
                /**
                 * @description The representation to return. With `json`, every client gets JSON. With `ics`, it gets a list of events as a
                 *     calendar, and 406 from any other operation. With `api`, or without the parameter, the values of `q` in `Accept` decide (RFC 9110, section 12.5.1). If those of `text/html` and JSON are equal, the
                 *     more specific media range decides: `text/html` beside a range of all types prefers HTML. If that is equal too, as
                 *     in `text/html, application/json`, the response is JSON. It is also JSON for a range of all types alone, and
                 *     without an `Accept` header. An HTML view and a calendar have an `ETag` of their own. The links of a list repeat the parameter.
                 * @example json
                 */
                format?: components["parameters"]["Format"];
                /**
                 * @description The maximum number of records in the page, in decimal digits; anything else is an error. The records of a page
                 *     together have at most 1 MiB of JSON. A page of very long records ends early, with fewer than `limit` records
                 *     but at least one, and `next` goes on after the last of them. `previous` leads to the page that begins `limit`
                 *     records earlier. If that page ends early too, follow its `next` to the records in between.
                 * @example 18
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Selects records whose name contains this text, without regard to case and accents. Spaces are
                 *     significant, also at the ends.
                 * @example kunsthal
                 */
                name?: components["parameters"]["NameFilter"];
                /**
                 * @description Index of the first record of the page, from 0, in decimal digits. It refers to the list as it is at the time
                 *     of the request. An offset at or past the end of the list is not an error: the page is empty.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The sort key; without the parameter, `name`.
                 * @example name
                 */
                ordering?: components["parameters"]["OrderingByName"];
            };
            header?: {
                /**
                 * @description The `ETag` of the representation that you have, several of them, or `*` (RFC 9110, section 13.1.2). While
                 *     one of them is current, the response is 304 without a body. A compressed response has an `ETag` of its
                 *     own, so send the `ETag` with the `Accept-Encoding` with which you got it.
                 * @example "812-20240201080000.Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TagPage"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createTag: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An identifier of this request that you choose, such as a new UUID: 1 to 255 printable ASCII characters
                 *     other than the quote, optionally in quotes. It has no example here, because two requests with one key
                 *     would collide.
                 *
                 *     A successful POST can be repeated for 24 hours. The same key with the same body gets the same response,
                 *     byte for byte, with the header `Idempotent-Replayed: true`, and creates nothing. Two bodies are the same
                 *     only if their bytes are equal. Different users can use the same key. A failed POST wrote nothing, and its
                 *     key is not remembered, so it may be repeated with the same key.
                 *
                 *     For each user, the service keeps about 256 MiB of responses, which is 50,000 ordinary ones. Beyond that, a
                 *     POST with a new key gets 429, and `Retry-After` has the seconds until the oldest response is forgotten.
                 *     [Batches](https://api.art-marketplace.example/docs/guide/batches) write many records without a key.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The tag to add. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TagInput"];
            };
        };
        responses: {
            201: components["responses"]["CreatedTag"];
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    retrieveTag: {
        parameters: {
            query?: {
                /**
                 * @description The representation to return. With `json`, every client gets JSON. With `ics`, it gets a list of events as a
                 *     calendar, and 406 from any other operation. With `api`, or without the parameter, the values of `q` in `Accept` decide (RFC 9110, section 12.5.1). If those of `text/html` and JSON are equal, the
                 *     more specific media range decides: `text/html` beside a range of all types prefers HTML. If that is equal too, as
                 *     in `text/html, application/json`, the response is JSON. It is also JSON for a range of all types alone, and
                 *     without an `Accept` header. An HTML view and a calendar have an `ETag` of their own. The links of a list repeat the parameter.
                 * @example json
                 */
                format?: components["parameters"]["Format"];
            };
            header?: {
                /**
                 * @description The `ETag` of the representation that you have, several of them, or `*` (RFC 9110, section 13.1.2). While
                 *     one of them is current, the response is 304 without a body. A compressed response has an `ETag` of its
                 *     own, so send the `ETag` with the `Accept-Encoding` with which you got it.
                 * @example "812-20240201080000.Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The tag's `id`, in decimal digits. The response is 404 unless it is the id of a tag.
                 * @example 31
                 */
                id: components["parameters"]["TagId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Tag"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteTag: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `ETag` of the record as you read it, several of them, or `*` for any version (RFC 9110, section
                 *     13.1.1). If none of them has the current version, the response is 412 and nothing is changed.
                 *
                 *     Only the version is compared: the part of the `ETag` up to the dot. So the `ETag` of any encoding matches. A
                 *     change of embedded data causes no 412, for example of the number of artworks that the venue has for sale. Send
                 *     the `ETag` unchanged. A weak tag (`W/"..."`) never matches, and a proxy that compresses can make an `ETag`
                 *     weak.
                 */
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The tag's `id`, in decimal digits. The response is 404 unless it is the id of a tag.
                 * @example 31
                 */
                id: components["parameters"]["TagId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["RecordInUse"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            428: components["responses"]["PreconditionRequired"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    partialUpdateTag: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `ETag` of the record as you read it, several of them, or `*` for any version (RFC 9110, section
                 *     13.1.1). If none of them has the current version, the response is 412 and nothing is changed.
                 *
                 *     Only the version is compared: the part of the `ETag` up to the dot. So the `ETag` of any encoding matches. A
                 *     change of embedded data causes no 412, for example of the number of artworks that the venue has for sale. Send
                 *     the `ETag` unchanged. A weak tag (`W/"..."`) never matches, and a proxy that compresses can make an `ETag`
                 *     weak.
                 */
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The tag's `id`, in decimal digits. The response is 404 unless it is the id of a tag.
                 * @example 31
                 */
                id: components["parameters"]["TagId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. `application/json` is read as a merge patch too. */
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["TagPatch"];
                "application/json": components["schemas"]["TagPatch"];
            };
        };
        responses: {
            200: components["responses"]["Tag"];
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            428: components["responses"]["PreconditionRequired"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    retrieveExchangeRates: {
        parameters: {
            query?: {
                /**
                 * @description The representation to return. With `json`, every client gets JSON. With `ics`, it gets a list of events as a
                 *     calendar, and 406 from any other operation. With `api`, or without the parameter, the values of `q` in `Accept` decide (RFC 9110, section 12.5.1). If those of `text/html` and JSON are equal, the
                 *     more specific media range decides: `text/html` beside a range of all types prefers HTML. If that is equal too, as
                 *     in `text/html, application/json`, the response is JSON. It is also JSON for a range of all types alone, and
                 *     without an `Accept` header. An HTML view and a calendar have an `ETag` of their own. The links of a list repeat the parameter.
                 * @example json
                 */
                format?: components["parameters"]["Format"];
            };
            header?: {
                /**
                 * @description The `ETag` of the representation that you have, several of them, or `*` (RFC 9110, section 13.1.2). While
                 *     one of them is current, the response is 304 without a body. A compressed response has an `ETag` of its
                 *     own, so send the `ETag` with the `Accept-Encoding` with which you got it.
                 * @example "812-20240201080000.Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ExchangeRates"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    importExchangeRates: {
        parameters: {
            query?: {
                /**
                 * @description Whether to store a rate that differs by a factor of 5 or more from that of the day before or after it. A
                 *     gap of years can be the reason.
                 * @example true
                 */
                allow_jumps?: components["parameters"]["AllowJumps"];
            };
            header?: {
                /**
                 * @description An identifier of this request that you choose, such as a new UUID: 1 to 255 printable ASCII characters
                 *     other than the quote, optionally in quotes. It has no example here, because two requests with one key
                 *     would collide.
                 *
                 *     A successful POST can be repeated for 24 hours. The same key with the same body gets the same response,
                 *     byte for byte, with the header `Idempotent-Replayed: true`, and creates nothing. Two bodies are the same
                 *     only if their bytes are equal. Different users can use the same key. A failed POST wrote nothing, and its
                 *     key is not remembered, so it may be repeated with the same key.
                 *
                 *     For each user, the service keeps about 256 MiB of responses, which is 50,000 ordinary ones. Beyond that, a
                 *     POST with a new key gets 429, and `Retry-After` has the seconds until the oldest response is forgotten.
                 *     [Batches](https://api.art-marketplace.example/docs/guide/batches) write many records without a key.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The file, with the rates of at most 1,000 days. No day may lie in the future. */
        requestBody: {
            content: {
                "text/csv": components["schemas"]["ExchangeRateFile"];
            };
        };
        responses: {
            200: components["responses"]["ExchangeRateImport"];
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteExchangeRates: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The day of the rates. The response is 404 if the day has none.
                 * @example 2026-04-13
                 */
                date: components["parameters"]["RateDate"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /**
                 * @description The representation to return. With `json`, every client gets JSON. With `ics`, it gets a list of events as a
                 *     calendar, and 406 from any other operation. With `api`, or without the parameter, the values of `q` in `Accept` decide (RFC 9110, section 12.5.1). If those of `text/html` and JSON are equal, the
                 *     more specific media range decides: `text/html` beside a range of all types prefers HTML. If that is equal too, as
                 *     in `text/html, application/json`, the response is JSON. It is also JSON for a range of all types alone, and
                 *     without an `Accept` header. An HTML view and a calendar have an `ETag` of their own. The links of a list repeat the parameter.
                 * @example json
                 */
                format?: components["parameters"]["Format"];
                /**
                 * @description The maximum number of records in the page, in decimal digits; anything else is an error. The records of a page
                 *     together have at most 1 MiB of JSON. A page of very long records ends early, with fewer than `limit` records
                 *     but at least one, and `next` goes on after the last of them. `previous` leads to the page that begins `limit`
                 *     records earlier. If that page ends early too, follow its `next` to the records in between.
                 * @example 18
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Index of the first record of the page, from 0, in decimal digits. It refers to the list as it is at the time
                 *     of the request. An offset at or past the end of the list is not an error: the page is empty.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
            };
            header?: {
                /**
                 * @description The `ETag` of the representation that you have, several of them, or `*` (RFC 9110, section 13.1.2). While
                 *     one of them is current, the response is 304 without a body. A compressed response has an `ETag` of its
                 *     own, so send the `ETag` with the `Accept-Encoding` with which you got it.
                 * @example "812-20240201080000.Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ApiKeyPage"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The key to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyInput"];
            };
        };
        responses: {
            201: components["responses"]["CreatedApiKey"];
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    retrieveApiKey: {
        parameters: {
            query?: {
                /**
                 * @description The representation to return. With `json`, every client gets JSON. With `ics`, it gets a list of events as a
                 *     calendar, and 406 from any other operation. With `api`, or without the parameter, the values of `q` in `Accept` decide (RFC 9110, section 12.5.1). If those of `text/html` and JSON are equal, the
                 *     more specific media range decides: `text/html` beside a range of all types prefers HTML. If that is equal too, as
                 *     in `text/html, application/json`, the response is JSON. It is also JSON for a range of all types alone, and
                 *     without an `Accept` header. An HTML view and a calendar have an `ETag` of their own. The links of a list repeat the parameter.
                 * @example json
                 */
                format?: components["parameters"]["Format"];
            };
            header?: {
                /**
                 * @description The `ETag` of the representation that you have, several of them, or `*` (RFC 9110, section 13.1.2). While
                 *     one of them is current, the response is 304 without a body. A compressed response has an `ETag` of its
                 *     own, so send the `ETag` with the `Accept-Encoding` with which you got it.
                 * @example "812-20240201080000.Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The key's `id`, in decimal digits. The response is 404 unless it is the id of a key of the sender, or of any
                 *     user if the sender has the scope `admin`.
                 * @example 4
                 */
                id: components["parameters"]["ApiKeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ApiKey"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `ETag` of the record as you read it, several of them, or `*` for any version (RFC 9110, section
                 *     13.1.1). If none of them has the current version, the response is 412 and nothing is changed.
                 *
                 *     Only the version is compared: the part of the `ETag` up to the dot. So the `ETag` of any encoding matches. A
                 *     change of embedded data causes no 412, for example of the number of artworks that the venue has for sale. Send
                 *     the `ETag` unchanged. A weak tag (`W/"..."`) never matches, and a proxy that compresses can make an `ETag`
                 *     weak.
                 */
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The key's `id`, in decimal digits. The response is 404 unless it is the id of a key of the sender, or of any
                 *     user if the sender has the scope `admin`.
                 * @example 4
                 */
                id: components["parameters"]["ApiKeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["RecordInUse"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            428: components["responses"]["PreconditionRequired"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /**
                 * @description The representation to return. With `json`, every client gets JSON. With `ics`, it gets a list of events as a
                 *     calendar, and 406 from any other operation. With `api`, or without the parameter, the values of `q` in `Accept` decide (RFC 9110, section 12.5.1). If those of `text/html` and JSON are equal, the
                 *     more specific media range decides: `text/html` beside a range of all types prefers HTML. If that is equal too, as
                 *     in `text/html, application/json`, the response is JSON. It is also JSON for a range of all types alone, and
                 *     without an `Accept` header. An HTML view and a calendar have an `ETag` of their own. The links of a list repeat the parameter.
                 * @example json
                 */
                format?: components["parameters"]["Format"];
                /**
                 * @description The maximum number of records in the page, in decimal digits; anything else is an error. The records of a page
                 *     together have at most 1 MiB of JSON. A page of very long records ends early, with fewer than `limit` records
                 *     but at least one, and `next` goes on after the last of them. `previous` leads to the page that begins `limit`
                 *     records earlier. If that page ends early too, follow its `next` to the records in between.
                 * @example 18
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Index of the first record of the page, from 0, in decimal digits. It refers to the list as it is at the time
                 *     of the request. An offset at or past the end of the list is not an error: the page is empty.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
            };
            header?: {
                /**
                 * @description The `ETag` of the representation that you have, several of them, or `*` (RFC 9110, section 13.1.2). While
                 *     one of them is current, the response is 304 without a body. A compressed response has an `ETag` of its
                 *     own, so send the `ETag` with the `Accept-Encoding` with which you got it.
                 * @example "812-20240201080000.Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WebhookPage"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The webhook to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookInput"];
            };
        };
        responses: {
            201: components["responses"]["CreatedWebhook"];
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    retrieveWebhook: {
        parameters: {
            query?: {
                /**
                 * @description The representation to return. With `json`, every client gets JSON. With `ics`, it gets a list of events as a
                 *     calendar, and 406 from any other operation. With `api`, or without the parameter, the values of `q` in `Accept` decide (RFC 9110, section 12.5.1). If those of `text/html` and JSON are equal, the
                 *     more specific media range decides: `text/html` beside a range of all types prefers HTML. If that is equal too, as
                 *     in `text/html, application/json`, the response is JSON. It is also JSON for a range of all types alone, and
                 *     without an `Accept` header. An HTML view and a calendar have an `ETag` of their own. The links of a list repeat the parameter.
                 * @example json
                 */
                format?: components["parameters"]["Format"];
            };
            header?: {
                /**
                 * @description The `ETag` of the representation that you have, several of them, or `*` (RFC 9110, section 13.1.2). While
                 *     one of them is current, the response is 304 without a body. A compressed response has an `ETag` of its
                 *     own, so send the `ETag` with the `Accept-Encoding` with which you got it.
                 * @example "812-20240201080000.Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The webhook's `id`, in decimal digits. The response is 404 unless it is the id of a webhook of the sender, or of any
                 *     user if the sender has the scope `admin`.
                 * @example 3
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Webhook"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `ETag` of the record as you read it, several of them, or `*` for any version (RFC 9110, section
                 *     13.1.1). If none of them has the current version, the response is 412 and nothing is changed.
                 *
                 *     Only the version is compared: the part of the `ETag` up to the dot. So the `ETag` of any encoding matches. A
                 *     change of embedded data causes no 412, for example of the number of artworks that the venue has for sale. Send
                 *     the `ETag` unchanged. A weak tag (`W/"..."`) never matches, and a proxy that compresses can make an `ETag`
                 *     weak.
                 */
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The webhook's `id`, in decimal digits. The response is 404 unless it is the id of a webhook of the sender, or of any
                 *     user if the sender has the scope `admin`.
                 * @example 3
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            428: components["responses"]["PreconditionRequired"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    partialUpdateWebhook: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `ETag` of the record as you read it, several of them, or `*` for any version (RFC 9110, section
                 *     13.1.1). If none of them has the current version, the response is 412 and nothing is changed.
                 *
                 *     Only the version is compared: the part of the `ETag` up to the dot. So the `ETag` of any encoding matches. A
                 *     change of embedded data causes no 412, for example of the number of artworks that the venue has for sale. Send
                 *     the `ETag` unchanged. A weak tag (`W/"..."`) never matches, and a proxy that compresses can make an `ETag`
                 *     weak.
                 */
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The webhook's `id`, in decimal digits. The response is 404 unless it is the id of a webhook of the sender, or of any
                 *     user if the sender has the scope `admin`.
                 * @example 3
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. `application/json` is read as a merge patch too. */
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["WebhookPatch"];
                "application/json": components["schemas"]["WebhookPatch"];
            };
        };
        responses: {
            200: components["responses"]["Webhook"];
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            428: components["responses"]["PreconditionRequired"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    replaceWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The webhook's `id`, in decimal digits. The response is 404 unless it is the id of a webhook of the sender, or of any
                 *     user if the sender has the scope `admin`.
                 * @example 3
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ReplacedWebhookSecret"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    pingWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The webhook's `id`, in decimal digits. The response is 404 unless it is the id of a webhook of the sender, or of any
                 *     user if the sender has the scope `admin`.
                 * @example 3
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RequestedDelivery"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["DeliveriesWaiting"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    retrieveWebhookDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description The representation to return. With `json`, every client gets JSON. With `ics`, it gets a list of events as a
                 *     calendar, and 406 from any other operation. With `api`, or without the parameter, the values of `q` in `Accept` decide (RFC 9110, section 12.5.1). If those of `text/html` and JSON are equal, the
                 *     more specific media range decides: `text/html` beside a range of all types prefers HTML. If that is equal too, as
                 *     in `text/html, application/json`, the response is JSON. It is also JSON for a range of all types alone, and
                 *     without an `Accept` header. An HTML view and a calendar have an `ETag` of their own. The links of a list repeat the parameter.
                 * @example json
                 */
                format?: components["parameters"]["Format"];
                /**
                 * @description Selects the deliveries with a smaller `id`, so that of the last one in a response leads to the next ones.
                 * @example 91
                 */
                before?: components["parameters"]["BeforeDelivery"];
            };
            header?: {
                /**
                 * @description The `ETag` of the representation that you have, several of them, or `*` (RFC 9110, section 13.1.2). While
                 *     one of them is current, the response is 304 without a body. A compressed response has an `ETag` of its
                 *     own, so send the `ETag` with the `Accept-Encoding` with which you got it.
                 * @example "812-20240201080000.Jv8iEFDmKsUBrmZYWM1Y5kLrS0c"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The webhook's `id`, in decimal digits. The response is 404 unless it is the id of a webhook of the sender, or of any
                 *     user if the sender has the scope `admin`.
                 * @example 3
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WebhookLog"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    redeliverWebhookMessage: {
        parameters: {
            query?: {
                /**
                 * @description The `id` of the delivery in the log. By default, the last one that is not waiting.
                 * @example 91
                 */
                delivery?: components["parameters"]["RepeatedDelivery"];
            };
            header?: never;
            path: {
                /**
                 * @description The webhook's `id`, in decimal digits. The response is 404 unless it is the id of a webhook of the sender, or of any
                 *     user if the sender has the scope `admin`.
                 * @example 3
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RequestedDelivery"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["DeliveriesWaiting"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sendWebhookMessage: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the message; the same each time it is sent.
                 * @example msg_2f0a3c52-6f0e-4d0b-9d61-0c7a5f0e8b1d
                 */
                "webhook-id": string;
                /**
                 * @description When the request was sent, in seconds since 1970 (UTC).
                 * @example 1715074200
                 */
                "webhook-timestamp": string;
                /**
                 * @description One signature, or two while a replaced secret is still valid, separated by a space.
                 * @example v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description The message. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookMessage"];
            };
        };
        responses: {
            /** @description The receiver has the message. Any other 2xx says the same. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
/** The query parameters that have a default, so that an operation always finds them set. */
export interface ParametersWithDefault {
    retrieveIndex: never;
    listMarketplaceArtworks: 'limit' | 'offset' | 'ordering' | 'currency' | 'color_tolerance';
    createMarketplaceArtwork: never;
    batchMarketplaceArtworks: 'dry_run' | 'atomic';
    retrieveMarketplaceArtworkChanges: 'limit' | 'wait';
    retrieveMarketplaceArtworkDigest: 'from' | 'to';
    retrieveMarketplaceArtworkFacets: 'currency' | 'color_tolerance';
    retrieveMarketplaceArtworkSnapshot: 'after';
    listSparseMarketplaceArtworks: 'limit' | 'offset' | 'ordering' | 'currency' | 'color_tolerance';
    retrieveMarketplaceArtwork: never;
    partialUpdateMarketplaceArtwork: never;
    deleteMarketplaceArtwork: never;
    listEvents: 'limit' | 'offset' | 'ordering' | 'radius_km';
    createEvent: never;
    batchEvents: 'dry_run' | 'atomic';
    retrieveEventChanges: 'limit' | 'wait';
    retrieveEventDigest: 'from' | 'to';
    retrieveEventFacets: 'radius_km';
    retrieveEventRpde: 'afterChangeNumber' | 'startChangeNumber' | 'limit';
    retrieveEventSnapshot: 'after';
    listSparseEvents: 'limit' | 'offset' | 'ordering' | 'radius_km';
    retrieveEvent: never;
    updateEvent: never;
    partialUpdateEvent: never;
    deleteEvent: never;
    listVenues: 'limit' | 'offset' | 'ordering';
    createVenue: never;
    retrieveVenue: never;
    partialUpdateVenue: never;
    deleteVenue: never;
    listEventsOfVenue: 'limit' | 'offset' | 'ordering' | 'radius_km';
    listEventCategories: 'limit' | 'offset' | 'ordering';
    createEventCategory: never;
    retrieveEventCategory: never;
    partialUpdateEventCategory: never;
    deleteEventCategory: never;
    listArtworkCategories: 'limit' | 'offset' | 'ordering';
    createArtworkCategory: never;
    retrieveArtworkCategory: never;
    partialUpdateArtworkCategory: never;
    deleteArtworkCategory: never;
    listArtists: 'limit' | 'offset' | 'ordering';
    createArtist: never;
    retrieveArtist: never;
    partialUpdateArtist: never;
    deleteArtist: never;
    listArtworksOfArtist: 'limit' | 'offset' | 'ordering' | 'currency' | 'color_tolerance';
    listGalleries: 'limit' | 'offset' | 'ordering';
    createGallery: never;
    retrieveGallery: never;
    partialUpdateGallery: never;
    deleteGallery: never;
    retrieveGalleryMembers: never;
    acceptGalleryInvitation: never;
    updateGalleryMembers: never;
    listArtworksOfGallery: 'limit' | 'offset' | 'ordering' | 'currency' | 'color_tolerance';
    listTags: 'limit' | 'offset' | 'ordering';
    createTag: never;
    retrieveTag: never;
    partialUpdateTag: never;
    deleteTag: never;
    retrieveExchangeRates: never;
    importExchangeRates: 'allow_jumps';
    deleteExchangeRates: never;
    listApiKeys: 'limit' | 'offset';
    createApiKey: never;
    retrieveApiKey: never;
    deleteApiKey: never;
    listWebhooks: 'limit' | 'offset';
    createWebhook: never;
    retrieveWebhook: never;
    partialUpdateWebhook: never;
    deleteWebhook: never;
    replaceWebhookSecret: never;
    pingWebhook: never;
    retrieveWebhookDeliveries: never;
    redeliverWebhookMessage: never;
}
/** The operations that need a credential, so that they always find one. */
export type CredentialRequired = 'createMarketplaceArtwork' | 'batchMarketplaceArtworks' | 'partialUpdateMarketplaceArtwork' | 'deleteMarketplaceArtwork' | 'createEvent' | 'batchEvents' | 'updateEvent' | 'partialUpdateEvent' | 'deleteEvent' | 'createVenue' | 'partialUpdateVenue' | 'deleteVenue' | 'createEventCategory' | 'partialUpdateEventCategory' | 'deleteEventCategory' | 'createArtworkCategory' | 'partialUpdateArtworkCategory' | 'deleteArtworkCategory' | 'createArtist' | 'partialUpdateArtist' | 'deleteArtist' | 'createGallery' | 'partialUpdateGallery' | 'deleteGallery' | 'retrieveGalleryMembers' | 'acceptGalleryInvitation' | 'updateGalleryMembers' | 'createTag' | 'partialUpdateTag' | 'deleteTag' | 'importExchangeRates' | 'deleteExchangeRates' | 'listApiKeys' | 'createApiKey' | 'retrieveApiKey' | 'deleteApiKey' | 'listWebhooks' | 'createWebhook' | 'retrieveWebhook' | 'partialUpdateWebhook' | 'deleteWebhook' | 'replaceWebhookSecret' | 'pingWebhook' | 'retrieveWebhookDeliveries' | 'redeliverWebhookMessage';
/** The codes of problems that the contract names (`x-extensible-enum`). */
export type KnownProblemCode = 'invalid_request' | 'unauthorized' | 'forbidden' | 'not_found' | 'method_not_allowed' | 'not_acceptable' | 'request_timeout' | 'idempotency_key_in_use' | 'invalid_transition' | 'record_in_use' | 'deliveries_waiting' | 'cursor_expired' | 'precondition_failed' | 'content_too_large' | 'uri_too_long' | 'expectation_failed' | 'unsupported_media_type' | 'unprocessable_content' | 'idempotency_key_reused' | 'precondition_required' | 'header_fields_too_large' | 'too_many_requests' | 'internal_error' | 'overloaded' | 'service_unavailable';
