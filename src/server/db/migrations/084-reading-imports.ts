/** A seller can have one import that waits or is being listed while another file is being read. */
export const readingImports = [
  'drop index listing_imports_open',
  `create unique index listing_imports_open on listing_imports (seller_id) where state in ('review', 'running')`,
  `create unique index listing_imports_reading on listing_imports (seller_id) where state = 'reading'`,
];
