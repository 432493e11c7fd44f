import { DEFAULT_SLIDES, type SlideText } from '#contract/shared/shop-texts.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Carousel } from '../ui/carousel.tsx';
import { classNames } from '../ui/class-names.ts';
import { HeroPhones } from '../ui/hero-phones.tsx';
import { useApp } from '../use-app.tsx';

const POPULAR_PRODUCTS = '/#popular-brands';

/** Where each slide's button leads, and its color. */
const PLACES = [
  { id: 'price', to: POPULAR_PRODUCTS, tone: 'accent' },
  { id: 'sell', to: '/signup', tone: 'good' },
  { id: 'trust', to: POPULAR_PRODUCTS, tone: 'warning' },
] as const;
type SlideProps = SlideText & (typeof PLACES)[number];

const GROUNDS = { accent: 'bg-accent-soft', good: 'bg-good-soft', warning: 'bg-warning-soft' };

export function ShopWindow() {
  const { config } = useApp();
  const slides = (config.slides ?? DEFAULT_SLIDES).flatMap((text, at) => {
    const place = PLACES[at];
    return place ? [{ ...text, ...place }] : [];
  });
  return (
    <div className="page-width pt-4 md:pt-8">
      <Carousel
        label="Highlights"
        className="hidden md:block"
        slides={slides.map((slide) => ({ key: slide.id, name: slide.claim, content: <Slide {...slide} /> }))}
      />
      <Banner />
    </div>
  );
}

function Slide({ claim, text, to, button, tone }: SlideProps) {
  return (
    <div className={classNames('grid h-full min-h-104 grid-cols-[1.2fr_1fr] items-center gap-8 rounded-2xl px-10 py-8 lg:px-16', GROUNDS[tone])}>
      <div className="grid justify-items-start gap-5">
        <p className="max-w-xl font-display text-3xl font-semibold text-balance xl:text-4xl">{claim}</p>
        <p className="max-w-md text-lg text-muted">{text}</p>
        <ButtonLink to={to}>{button}</ButtonLink>
      </div>
      <HeroPhones tone={tone} className="max-h-88 w-full" />
    </div>
  );
}

/** Replaces the slides on a phone, where they would push the shop below the first screen. */
function Banner() {
  return (
    <div className="grid justify-items-start gap-2 rounded-2xl bg-accent-soft p-4 md:hidden">
      <p className="font-display text-2xl font-semibold">Up to 40% OFF</p>
      <div className="grid gap-1 text-muted">
        <p>Quality used phones, honestly described.</p>
        <p className="text-sm">Compared with the original price the seller states. Savings differ from phone to phone.</p>
      </div>
      <ButtonLink to={POPULAR_PRODUCTS}>Shop Now</ButtonLink>
    </div>
  );
}
