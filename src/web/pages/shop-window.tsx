import { ButtonLink } from '../ui/button.tsx';
import { Carousel } from '../ui/carousel.tsx';
import { classNames } from '../ui/class-names.ts';
import { HeroPhones } from '../ui/hero-phones.tsx';

const POPULAR_PRODUCTS = '/#popular-brands';

type SlideText = { id: string; claim: string; text: string; to: string; button: string; tone: 'accent' | 'good' | 'warning' };

const SLIDES: SlideText[] = [
  {
    id: 'price',
    claim: 'A good phone, for a fair part of its price',
    text: 'Looked after by somebody, described honestly, ready for its second life with you.',
    to: POPULAR_PRODUCTS,
    button: 'Shop Now',
    tone: 'accent',
  },
  {
    id: 'sell',
    claim: 'The phone in your drawer is worth something',
    text: 'List it in a few minutes, name your price, and meet a buyer near you.',
    to: '/signup',
    button: 'Start selling',
    tone: 'good',
  },
  {
    id: 'trust',
    claim: 'Know whom you buy from',
    text: 'Verified sellers carry a badge, and every listing tells the whole specification.',
    to: POPULAR_PRODUCTS,
    button: 'Find your brand',
    tone: 'warning',
  },
];

const GROUNDS = { accent: 'bg-accent-soft', good: 'bg-good-soft', warning: 'bg-warning-soft' };

const Slide = ({ claim, text, to, button, tone }: SlideText) => (
  <div className={classNames('grid h-full min-h-104 grid-cols-[1.2fr_1fr] items-center gap-8 rounded-2xl px-10 py-8 lg:px-16', GROUNDS[tone])}>
    <div className="grid justify-items-start gap-5">
      <p className="max-w-xl font-display text-3xl font-semibold text-balance xl:text-4xl">{claim}</p>
      <p className="max-w-md text-lg text-muted">{text}</p>
      <ButtonLink to={to}>{button}</ButtonLink>
    </div>
    <HeroPhones tone={tone} className="max-h-88 w-full" />
  </div>
);

/** On a phone, where slides would push the shop below the first screen. */
const Banner = () => (
  <div className="grid justify-items-start gap-3 rounded-2xl bg-accent-soft p-6 md:hidden">
    <p className="font-display text-3xl font-semibold">Up to 40% OFF</p>
    <p className="text-muted">Good phones, looked after and honestly described.</p>
    <ButtonLink to={POPULAR_PRODUCTS}>Shop Now</ButtonLink>
  </div>
);

export const ShopWindow = () => (
  <div className="page-width pt-4 md:pt-8">
    <Carousel
      label="What the shop is about"
      className="hidden md:block"
      slides={SLIDES.map((slide) => ({ key: slide.id, name: slide.claim, content: <Slide {...slide} /> }))}
    />
    <Banner />
  </div>
);
