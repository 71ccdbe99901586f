<?php

declare(strict_types=1);

// Debian's package of Guzzle, on PHP's include path.
require 'GuzzleHttp/autoload.php';

set_error_handler(static function (int $level, string $message, string $file, int $line): never {
    throw new ErrorException($message, 0, $level, $file, $line);
});

spl_autoload_register(static function (string $class): void {
    $client = 'ArtMarketplace\\';
    $file = str_starts_with($class, $client)
        ? 'lib/' . str_replace('\\', '/', substr($class, strlen($client)))
        : $class;
    if (is_file(__DIR__ . "/$file.php")) {
        require __DIR__ . "/$file.php";
    }
});
