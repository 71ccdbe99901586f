/** Names of invented people. Any first name goes with any last name. */
export const FIRST_NAMES: readonly string[] =
  `Aarne Abena Adaeze Adriana Agnès Aiko Aleksander Alma Amara Amélie Anders Anouk Antonín Apolline
Ariadna Arjun Astrid Aurélie Ayşe Beatriz Bela Benedikt Birgit Björn Bogna Bruna Caio Camille Carys
Cecília Céline Chiara Chidi Ciarán Clémence Cosima Dagny Dalia Damjan Daphne Dario Deepa Dorothea
Edda Efua Eilidh Eleni Elif Elin Élodie Emeka Emil Enikő Esperanza Esther Eun-ji Fátima Felicia
Fergus Fionn Florian Francesca Freya Frida Gael Galina Georgia Gergely Gisela Greta Guadalupe Haruki
Hedvig Helena Henrike Hiroshi Ibrahim Ida Ilona Imani Inès Ines Ingrid Ioana Isidora Ivo Jacinta
Jadwiga Jakub Janne Jasper Jelena Joaquín Jonna Josefine Júlia Kaito Kamila Karin Katarzyna Kenji
Kirsten Klára Kofi Kwame Laila Lars Laszlo Leila Leonie Liesbeth Linnea Lorcan Lourdes Lucía Ludovic
Luís Maarten Madeleine Magnus Maite Malika Małgorzata Mansur Marguerite Mariam Marko Matilde Mei
Mihai Milena Mireille Nadia Naoko Nasrin Niamh Nikolai Nils Noor Núria Oksana Olivier Orla Osman
Otto Paloma Pascal Petra Pia Priya Rafaela Ragnhild Ravi Rhys Rin Rosalind Roza Ruben Sabine Salma
Samir Sanne Saskia Sefa Signe Simone Siobhán Sofía Solveig Stellan Sunniva Svetlana Tadeusz Takashi
Tamsin Teodora Thandiwe Théo Tiago Tomasz Ulrike Valeria Vasilis Veronika Viggo Wanda Wen Willem
Yara Yasmin Yusuf Zanele Zofia Zsófia`.split(/\s+/)

export const LAST_NAMES: readonly string[] =
  `Aaltola Abara Achterberg Adeyinka Ahlquist Albrechtsen Almquista Alvorado Andrásfy Anquetin Aoyagi
Arbelli Arkwood Asantemaa Ashgrove Aubertin Ayalén Bachleitner Balasko Balfourth Bancroftley Baptistelli
Barcellan Bartosiewicz Beauvallet Bellweather Benvolio Bergqvist Bialowski Birkenfeld Blackthorne
Boateng-Reid Bonaventura Borgstrøm Bouchardeau Brandvold Brontsema Brookhurst Calloway-Finn Canterelli
Carvalhosa Castelnau Cervantino Chevreuse Chidozie Cieślak Coldwater Corvalán Crossfield Dahlgaard
Dalmasso Darrowby Delacroisée Dembelé Devereaux-Ito Dimitrakou Dragomiresco Drachenfels Duarteza
Dunmorrow Eberhartinger Ekström-Vale Elderkin Eliasdóttir Escobedo-Lutz Fagerlind Fairweather Falkenried
Farkasdi Fenwickham Ferreirinha Fiorentello Fjeldstad Fontanarosa Forsgren Fujimori-Lane Galbraithe
Garganelli Gebrehiwet Gerstenberger Ghaziani Glasswright Gonçalvino Grabowiecki Greenhalge Grimaldesi
Haldorsen Hallgarth Hamasaki Harrowgate Hasanović Hawthornden Heikkurinen Hernandorena Hidalguera
Holmgaard Horvátny Hummelstad Ibarguren Igweka Ikonomidou Ishibashi Ivanovska Jablonkay Jandoubi
Jarnefeldt Jokinenmaa Jørgensby Kaczmarska Kallistrate Kamaraju Karadeniz Kasparov-Lind Kawamori
Keatingham Kiplagatu Kirkebæk Kleinhans Kobayakawa Kowalewicz Krasniqart Kristoffersby Kurosaki
Laferrière Lagerfeldt Lambertucci Larkspur Lautensach Lefebvrier Leszczynka Lindqvist-Ora Loewenthal
Lombardozzi Lundgaarden MacAlindon Machadinho Mägisoo Malinowska-Bey Manteuffelin Marchetelli Marrowby
Mbekiso Mendelowitz Mercadante Mikkelborg Miyashiro Montclairet Moravčik Morgenstjerne Mukherjani
Müllerschön Nakagawara Narayanesh Nascimbeni Nemethy Nightingall Nordgren Nwachinemelu O’Dalaigh
Oberholtzer Oduyale Okonjira Olivarez-Pym Ongaro Osterlund Oyelaran Paasikivi Palmgreni Papadourakis
Pasqualetto Pellegrinetti Penhaligon Petrosyants Piątkowski Pinheirais Popescari Quarrington Quintavalle
Radoslavova Ravenscroftt Rehnquista Ribeirinha Rosenqvist Rousselet Ruszkowski Saarelainen Sakuragi
Saltmarsh Sandovalez Sarafyan Schattenberg Sepúlvedra Shirakawa Silberstern Šimečková Skarsgren
Sobczyński Solheimsen Stavropoulou Stendhalius Sørensby Szabolcsi Tachibana Takahara Tanizawa Tessandori
Thistlewood Thorvaldsby Tiedemannsen Tordesilla Traoréka Ukwuoma Umberland Usmanova Valdivieski
Vandermeerse Varjosaari Vásárhelyi Velasquenne Verhoevenaar Vestergren Villanovense Vukićević
Wainscott Wakabayashi Wallingfort Westerdijk Wiśniowska Wolfensberg Wrenhaven Xenakidis Yamanouchi
Yıldırımcı Zabłocka Zambranelli Zetterlund Zielonka Zubizarren`.split(/\s+/)

export const NATIONALITIES: readonly string[] =
  `American Argentinian Australian Austrian Belgian Brazilian British Canadian Czech Danish Dutch
Estonian Finnish French German Ghanaian Greek Hungarian Indian Irish Italian Japanese Kenyan Korean
Latvian Mexican Moroccan Nigerian Norwegian Polish Portuguese Romanian Scottish Spanish Swedish Swiss
Turkish Ukrainian`.split(/\s+/)

export const PRACTICES: readonly string[] = [
  'works with found paper and pigment',
  'paints the weather of the coast they grew up on',
  'prints in editions of twenty or fewer',
  'photographs buildings shortly before they go',
  'carves limestone and casts what falls off',
  'layers drawing, text and dyed cloth',
  'is best known for large night pieces',
  'trained as a stonemason before turning to clay',
  'moves between painting and photography',
  'studies how light enters small rooms',
]
