/** What admins look up: orders and payments by amount, and everything of one person or order in its order. */
export const lookups = [
  'create index if not exists orders_of_price on orders (price_cents, created_at, id)',
  'create index if not exists orders_of_charge on orders ((price_cents - discount_cents), created_at, id)',
  'create index if not exists orders_of_seller on orders (seller_id, created_at, id)',
  'create index if not exists payments_of_amount on payments (amount_cents, created_at, id)',
  'create index if not exists listings_ever_of_seller on listings (seller_id, created_at, id)',
  'create index if not exists reports_by_reporter on reports (reporter_id, created_at, id)',
  'create index if not exists ledger_of_order on ledger (order_id, at, id)',
  'create index if not exists ledger_of_reference on ledger (reference)',
];
