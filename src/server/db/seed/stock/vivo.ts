import { factsOf } from './facts.ts';
import type { StockPhone } from './phone.ts';

export const vivo: StockPhone[] = [
  {
    ...factsOf('Vivo V20'),
    number: 'V2025',
    ram: 8,
    storage: 128,
    system: 'Android 11, updated to Android 13',
    look: {
      back: '#8fb7d9',
      corner: 9,
      finish: 'satin',
      front: 'drop',
      island: { at: [5, 6], size: [22, 34], radius: 5, tone: '#5b84aa' },
      lenses: [
        [14.5, 15, 5.6],
        [11.5, 30, 3.6],
        [20.5, 30, 3.2],
      ],
      flash: [23.5, 22],
    },
    offer: {
      color: 'Sunset Melody',
      condition: 'Good',
      place: 'Tampa, Florida',
      price: 79,
      newPrice: 349,
      bought: 2021,
      region: 'India',
      story:
        'Bought for video calls with family, and nothing I tried since has a better front camera. Some wear on the lower frame. Fully working, jack included.',
    },
  },
  {
    ...factsOf('Vivo X60 Pro'),
    number: 'V2046',
    ram: 12,
    storage: 256,
    system: 'Android 11, updated to Android 13',
    look: {
      back: '#3a4152',
      corner: 9.5,
      finish: 'satin',
      front: 'hole',
      island: { at: [5, 6], size: [23, 41], radius: 5.5, tone: '#272c39' },
      lenses: [
        [15, 16, 6.8],
        [12, 33, 4],
        [21.5, 33, 3.6],
      ],
      flash: [12, 42],
    },
    offer: {
      color: 'Midnight Black',
      condition: 'Very good',
      place: 'Oakland, California',
      price: 179,
      newPrice: 699,
      bought: 2021,
      region: 'India',
      state: 'sold',
      story: 'Video so steady that friends ask which gimbal I carry. Slim, cool and quick. Faint hairlines on the back, the curved screen is perfect.',
    },
  },
  {
    ...factsOf('Vivo Y20'),
    number: 'V2029',
    ram: 4,
    storage: 64,
    system: 'Android 10, updated to Android 12',
    look: {
      back: '#c9d6ea',
      corner: 9,
      finish: 'glass',
      front: 'drop',
      island: { at: [5, 6], size: [20, 30], radius: 5, tone: '#2a3546' },
      lenses: [
        [12, 13.5, 4.4],
        [12, 25, 3.4],
        [20, 25, 3],
      ],
      flash: [20, 13.5],
    },
    offer: {
      color: 'Dawn White',
      condition: 'Good',
      place: 'Memphis, Tennessee',
      price: 45,
      newPrice: 179,
      bought: 2021,
      region: 'India',
      story:
        'Simple, large and long-lasting, good for calls, messages and music. My grandmother kept it spotless beside her chair. The micro-USB cable is included.',
    },
  },
];
