/** What a photo's own data says of where it comes from: whether a camera took it, on which day (`2026-05-03`), and which camera. */
export const photoOrigins = [
  'alter table images add column origin text',
  'alter table images add column taken_on text',
  'alter table images add column camera text',
];
