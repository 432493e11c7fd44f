import { foldWords } from '#contract/shared/fold-words.ts';
import type { CitiesTable } from '../../db/tables/cities.ts';
import { OperatorFault } from '../../errors.ts';
import { START } from './read-location.ts';

export type CitiesFile = { cities: CitiesTable[]; skipped: number };

/** The longest lines have 10,000 characters of alternate names. */
const MAX_LINE = 20_000;
const MAX_NAME = 200;
const COLUMNS = 19;

/** Codes of places where nobody lives anymore. */
const ABANDONED = new Set(['PPLCH', 'PPLH', 'PPLQ', 'PPLW']);

/**
 * Reads a file of GeoNames such as `cities15000.txt`: a line for each place, with tabs between its columns. Anything but a populated place is skipped.
 * Throws `OperatorFault` for a file with anything broken in it.
 */
export function readCities(text: string): CitiesFile {
  const byId = new Map<number, CitiesTable>();
  let skipped = 0;
  let number = 0;
  for (const line of linesOf(text)) {
    number += 1;
    if (line.length > MAX_LINE) throw new OperatorFault(`Line ${number} has more than ${MAX_LINE.toLocaleString('en-US')} characters.`);
    if (line.trim() === '') continue;
    const city = readLine(line, `Line ${number}`);
    if (city) byId.set(city.id, city);
    else skipped += 1;
  }
  if (byId.size === 0) throw new OperatorFault('The file has no city.');
  return { cities: [...byId.values()], skipped };
}

/** Cut one by one: a list of all lines would double the memory. */
function* linesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end;
    yield text.slice(from, to).replace(/\r$/u, '');
    from = to + 1;
  }
}

function readLine(line: string, where: string): CitiesTable | null {
  const columns = line.split('\t');
  const fault = (why: string) => new OperatorFault(`${where}: ${why}`);
  if (columns.length !== COLUMNS) throw fault(`it has ${columns.length} columns with tabs between them, and GeoNames’ files have ${COLUMNS}.`);
  const [id = '', name = '', plain = '', , lat = '', lng = '', kind, code = '', country = '', , admin1 = '', , , , population = ''] = columns;
  if (kind !== 'P' || ABANDONED.has(code)) return null;
  if (!/^\d{1,12}$/u.test(id)) throw fault('its number isn’t one.');
  if (name.trim() === '' || name.length > MAX_NAME) throw fault(`its name must have from 1 to ${MAX_NAME} characters.`);
  if (name.includes('\0') || !name.isWellFormed()) throw fault('its name can’t be stored as text.');
  if (!/^[A-Z]{2}$/u.test(country) || !/^[A-Z0-9]{0,10}$/u.test(admin1)) throw fault('its country or state isn’t a code.');
  if (!/^\d{0,12}$/u.test(population)) throw fault('its population isn’t a number.');
  const key = foldWords(plain).slice(0, MAX_NAME) || foldWords(name).slice(0, MAX_NAME);
  return {
    id: Number(id),
    name: name.trim(),
    name_key: key,
    start_key: key.slice(0, START),
    admin1,
    country,
    lat: toHundredths(lat, 90, fault),
    lng: toHundredths(lng, 180, fault),
    population: Number(population),
  };
}

function toHundredths(typed: string, most: number, fault: (why: string) => Error): number {
  const degrees = /^-?\d{1,3}(?:\.\d{1,15})?$/u.test(typed) ? Number(typed) : Number.NaN;
  if (!(Math.abs(degrees) <= most)) throw fault(`${typed.slice(0, 20)} isn’t on the map: latitudes go to 90, longitudes to 180.`);
  return Math.round(degrees * 100) || 0;
}
