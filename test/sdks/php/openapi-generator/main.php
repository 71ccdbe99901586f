<?php

// What a partner does, once, in the order of a day, with a client that openapi-generator made. It
// ends at the first surprise. Arguments: the base URL, a key, and the id of an artwork with words in
// it that the document does not name.

declare(strict_types=1);

use ArtMarketplace\Configuration;

require __DIR__ . '/autoload.php';

[, $address, $key, $strangeArtwork] = $argv;
$anonymous = (new Configuration())->setHost($address);
$authorized = (new Configuration())->setHost($address)->setAccessToken($key);
// It would send 1 and 0; only the default configuration counts.
Configuration::getDefaultConfiguration()->setBooleanFormatForQueryString(Configuration::BOOLEAN_FORMAT_STRING);

$artworks = new Artworks($anonymous);
$artworks->readPages();
$artworks->askForTooMany();
$artworks->readUnknownWords((int) $strangeArtwork);
(new Events($authorized, $anonymous))->enterAndChange();
(new Artworks($authorized))->submit();
(new Sale($authorized, $anonymous))->sell();
