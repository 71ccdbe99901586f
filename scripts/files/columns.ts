import type { Schema } from '../../src/contract/document.ts'
import { checkCountry, readCountry } from './countries.ts'
import { plainNumbers, readNumber, readYearCell } from './numbers.ts'
import { readPlace, requirePlace } from './places.ts'
import { checkCurrency, readCurrencyCell, readPriceCell } from './prices.ts'
import type { ColumnContext, RowContext } from './context.ts'
import { placeSize, readSideCell, readSizeCell, readUnitCell, SIDE_WORDS } from './sizes.ts'
import { completeTimes, readTimeCell } from './times.ts'
import { readBoolean, readCancelled, readEnum, readString, readUrl, saleState } from './words.ts'

// What an import knows of the columns of each field: its headings, its cells, and what to ask the user.

interface FieldRule {
  /** Other headings of its columns, which are proposed, with "|" between them. */
  readonly words?: string
  /** Headings of the two columns that make it together. */
  readonly parts?: readonly [string, string]
  /** What its values are, for the user. */
  readonly meaning?: string
  /** What an option gives to all rows; the user puts a value in place of a word in capitals. */
  readonly usual?: string
  /** Reads the text of a cell; by default the type of the field says how. @throws {CellProblem} */
  readonly read?: CellReader
}

export type CellReader = (text: string, column: ColumnContext) => unknown

const TIME = 'time|uhrzeit|zeit|heure|hora|ora|tijd'

const RULES: Readonly<Record<string, FieldRule>> = {
  external_id: {
    words:
      'sku|ref|reference|inventory_no|inventory_number|inv_no|object_number|accession_number|stock_number|stock_no|variant_sku|lot|nr|inv_nr|inventarnummer|art_nr|artikelnummer|n°_inventaire|réf|nr_inw|codice|código|inv|инв_номер|инв_№|инвентарный_номер|артикул|envanter_no|번호|编号|編號|الرقم|管理番号|作品番号|id|object_id|uid|key|handle|link|url',
    meaning: 'your own id of each record',
  },
  title: {
    words:
      'name|name_of_work|work|titel|titre|titolo|título|tytuł|evento|désignation|název|название|наименование|eser_adı|작품명|作品名称|作品名稱|العنوان|event_name|event|exhibition|veranstaltung|ausstellung|subject|作品名|タイトル',
  },
  name: {
    words:
      'title|artist|venue|gallery|tag|artist_name|maker|künstler|artiste|artista|titel|titre|keyword',
    parts: [
      'first_name|given_name|forename|vorname|prénom',
      'last_name|surname|family_name|nachname|nom',
    ],
  },
  artists: {
    words:
      'artist_name|maker|creator|by|künstler|artiste|künstler/in|artista|auteur|autor|autore|author|artysta|kunstenaar|художник|автор|sanatçı|작가|작가명|艺术家|藝術家|الفنان|vendor|作家名|作家|displayname|vervaardiger',
    parts: ['artist_first_name|first_name', 'artist_last_name|artist_surname|last_name|surname'],
    meaning: 'names or ids; [] for none',
    usual: '[]',
  },
  gallery: {
    meaning: 'name, slug or id of one; npm run -s export -- galleries lists them',
    usual: 'GALLERY',
  },
  venue: {
    words:
      'location|place|venue_name|event_location|location_name|veranstaltungsort|lieu|luogo|lugar',
    meaning: 'name, slug or id of one; npm run -s export -- venues lists them',
    usual: 'VENUE',
  },
  category: {
    words:
      'category_name|kategorie|kategoria|catégorie|categoria|categoría|categories|type|classification|event_type',
    meaning: 'name or id of one',
    usual: 'CATEGORY',
  },
  available_for_sale: {
    words:
      'status|stato|estado|situação|availability|verfügbarkeit|disponibilité|stav|статус|durum|상태|状态|狀態|状態|الحالة',
    read: (text, column) => readEnum(text, column, saleState),
  },
  tags: { words: 'keywords|subjects|schlagworte|thème|thema' },
  price: {
    words:
      'preis|vk|prix|precio|prezzo|prijs|pris|preço|hinta|cena|ár|amount|цена|ціна|стоимость|fiyat|가격|价格|價格|السعر|variant_price|retail_price|list_price|asking_price|regular_price|sale_price|selling_price|ticket_price|admission|eintritt|entrée|ingresso|entrada|prix_ttc|価格|cena_wywoławcza|verkaufspreis',
    read: readPriceCell,
  },
  price_currency: {
    words:
      'currency|currency_code|währung|devise|valuta|moneda|waluta|měna|валюта|para_birimi|moeda|통화|货币|通貨|العملة',
    read: readCurrencyCell,
  },
  min_price: {
    words: 'stima_min|low_estimate|estimate_low|low_est|est_low|schätzpreis_von|estimation_basse',
    read: readPriceCell,
  },
  min_price_currency: { read: readCurrencyCell },
  max_price: {
    words:
      'stima_max|high_estimate|estimate_high|high_est|est_high|schätzpreis_bis|estimation_haute',
    read: readPriceCell,
  },
  max_price_currency: { read: readCurrencyCell },
  medium: {
    words:
      'materials|media|technique|technik|tecnica|técnica|technika|material|medium_and_support|techniek|materiaal|техника|материал|teknik|재료|재질|材质|材質|التقنية|技法|素材',
  },
  units: {
    meaning: 'centimeter or inch',
    usual: 'UNITS',
    read: readUnitCell,
  },
  size: {
    words:
      'dimensions|measurements|size|dimensões|größe|maße|abmessungen|wymiary|medidas|misure|dimensiones|dimensioni|afmetingen|mål|rozměry|размер|размеры|ölçüler|ölçü|boyut|크기|尺寸|المقاس|méret|サイズ|寸法',
    read: readSizeCell,
  },
  size_h: { words: SIDE_WORDS.size_h, read: readSideCell },
  size_w: { words: SIDE_WORDS.size_w, read: readSideCell },
  size_d: { words: SIDE_WORDS.size_d, read: readSideCell },
  year_of_creation: {
    words:
      'year|date|dated|jahr|date_text|creation_date|année|anno|año|rok|ano|jaar|год|год_создания|yıl|제작연도|연도|年份|年代|السنة|制作年',
    read: readYearCell,
  },
  'featured_image.full_size': {
    words:
      'image|image_1|image1|picture|picture_1|photo|image_url|primary_image|image_src|featured_image|bild|images|main_image|main_image_url|image_link',
  },
  geolocation: {
    parts: [
      'lat|latitude|geo_lat|breite|breitengrad',
      'lon|lng|long|longitude|geo_lng|geo_lon|länge|längengrad',
    ],
    read: readPlace,
  },
  start_time: {
    words:
      'start|start_date|begin|begin_date|begindate|beginn|début|inizio|inicio|from|opening|date_start|startdate|event_dt_begin',
    parts: [
      'start_date|startdate|date_start|beginn|begin|début|inizio|inicio|startdatum|begin_date|from_date|event_date|fecha_inicio|fecha_de_inicio|data_inizio|date_début|date_de_début|date|datum|fecha|data|dato',
      `start_time|starttime|time_start|startzeit|hora_inicio|ora_inizio|heure_début|heure_de_début|begin_time|from_time|${TIME}`,
    ],
    read: readTimeCell,
  },
  end_time: {
    words: 'end|end_date|ende|fin|fine|until|to|closing|date_end|enddate|event_dt_end',
    parts: [
      'end_date|enddate|date_end|enddatum|fecha_fin|data_fine|date_fin|date_de_fin|to_date|event_date|date|datum|fecha|data|dato',
      'end_time|endtime|time_end|endzeit|hora_fin|ora_fine|heure_fin|heure_de_fin|to_time',
    ],
    read: readTimeCell,
  },
  country: { words: 'land|pays|paese|país', read: readCountry },
  is_all_day_event: { words: 'all_day|all_day_event|ganztägig|ganztägiges_ereignis' },
  is_cancelled: {
    words: 'cancelled|canceled|abgesagt|annulé|annullato|cancelado|geannuleerd|event_status',
    read: readCancelled,
  },
  city: { words: 'town|ort|stadt|ville|ciudad|città' },
  phone_number: { words: 'phone|telephone|tel|telefon|téléphone|telefono|teléfono|telefone' },
  email: { read: (text, column) => readString(text.replace(/^\s*mailto:/i, ''), column) },
  summary: { words: 'bio|biography' },
  content: { words: 'description|text|body|summary' },
  external_url: { words: 'url|link|website' },
}

/** By field. */
export const FIELD_RULES: ReadonlyMap<string, FieldRule> = new Map(Object.entries(RULES))

/** The reader of the cells of a field: that of its rule, or of its type. */
export function readerOf(field: string, schema: Schema): CellReader {
  const types = [schema.type ?? []].flat()
  const { read } = FIELD_RULES.get(field) ?? {}
  if (read !== undefined) return read
  if (schema.enum !== undefined) return readEnum
  if (types.includes('string')) return readString
  // Pictures are given by their address.
  if (types.length === 1 && types[0] === 'null')
    return (text) => ({ full_size: readUrl(text, field) })
  if (types.includes('boolean')) return readBoolean
  return (text, { options }) => readNumber(plainNumbers(text), options)
}

/** What a whole row shows, in this order, each with the field that its problems name. @throws {CellProblem} */
export const ROW_RULES: readonly (readonly [
  string,
  (fields: Record<string, unknown>, row: RowContext) => void,
])[] = [
  ['price', checkCurrency],
  ['end_time', completeTimes],
  ['geolocation', requirePlace],
  ['country', checkCountry],
  ['size', placeSize],
]
