const BRANDS: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** Returns a card as people know it: `Visa •••• 4242`. */
export const nameCard = ({ brand, last4 }: { brand: string; last4: string }): string => `${BRANDS[brand] ?? 'Card'} •••• ${last4}`;
