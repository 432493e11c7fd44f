/** The card that made a payment, which its buyer knows by the last four digits. */
export const paidCards = [
  'alter table payments add column card_brand text',
  'alter table payments add column card_last4 text',
  'create index if not exists payments_of_card on payments (card_last4, created_at, id) where card_last4 is not null',
];
