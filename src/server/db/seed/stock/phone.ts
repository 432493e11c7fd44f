import type { PhoneFacts } from '#drawing/phone.ts';
import type { ModelFacts } from '../../../features/phone-models/index.ts';

/** A phone of the demo shop: what the catalogue says of its model, and the one that is for sale. */
export type StockPhone = ModelFacts &
  Pick<PhoneFacts, 'look'> & {
    number: string;
    /** Gigabytes. */
    ram: number;
    storage: number;
    /** With what it came, and what it has now. */
    system: string;
    offer: {
      color: string;
      condition: 'Like new' | 'Excellent' | 'Very good' | 'Good' | 'Fair';
      place: string;
      /** Dollars, now and when it was new. */
      price: number;
      newPrice: number;
      bought: number;
      region: string;
      lock?: string;
      contract?: string;
      state?: 'advertised' | 'sold' | 'reported';
      story: string;
    };
  };
