/** Whose contacts were shown to whom, by numbered places that end: two processes never give one away twice. */
export const contactViews = [
  `create table if not exists contact_views (
    spender text not null, day bigint not null, slot bigint not null, seller_id text not null, primary key (spender, day, slot))`,
  'create unique index if not exists contact_views_once on contact_views (spender, day, seller_id)',
  'create index if not exists contact_views_of_seller on contact_views (seller_id, day)',
  'create index if not exists contact_views_old on contact_views (day)',
];
