/** The parts of a listing that search looks through. */
export type SearchableListing = {
  name: string;
  brand: string;
  model_name: string;
  color: string;
  storage: string;
  condition: string;
  location: string;
  specification: { ram: string; model_number: string };
};

const SIZE = /(\d+)\s*(gb|tb)\b/gu;
const LETTERS_THEN_DIGITS = /(\p{L}{2,})\s*(\d+)/gu;

/** Both ways people write a size (`256gb`, `256 gb`) and a model (`note20`, `note 20`). */
const asTyped = (text: string): string[] => [
  text,
  ...[...text.matchAll(SIZE)].flatMap(([, number, unit]) => [`${number}${unit}`, `${number} ${unit}`]),
  ...[...text.matchAll(LETTERS_THEN_DIGITS)].flatMap(([, word, number]) => [`${word}${number}`, `${word} ${number}`]),
];

/** What search looks through, one space between words: brand, model, category, colour, storage, condition, place, memory and model number, in lower case. */
export const searchTextOf = (listing: SearchableListing): string => {
  const { specification } = listing;
  const parts = [
    listing.brand,
    listing.model_name,
    listing.name,
    listing.color,
    listing.storage,
    listing.condition,
    listing.location,
    specification.ram,
    specification.model_number,
  ];
  const words = parts
    .map((part) => part.normalize('NFKC').toLowerCase())
    .flatMap(asTyped)
    .join(' ')
    .split(/\s+/u);
  return [...new Set(words)].filter((word) => word !== '').join(' ');
};
