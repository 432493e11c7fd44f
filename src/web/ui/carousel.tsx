import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

const TURN_MS = 3000;

type Slide = { key: string; name: string; content: ReactNode };
type CarouselProps = { label: string; slides: Slide[]; className?: string };

type Engine = ReturnType<typeof import('./carousel-engine.ts').createEngine>;

/** The screens that show the carousel; elsewhere its engine is never loaded. */
const SHOWN = '(min-width: 48rem)';

const ARROW = 'grid size-11 place-items-center rounded-full border border-line bg-surface text-ink hover:bg-sunken';

/** Slides that turn every three seconds until the user presses an arrow, presses a dot or drags a slide. */
export function Carousel({ label, slides, className }: CarouselProps) {
  const { viewport, selected, turnTo, pause, resume } = useTurning(slides.length);
  return (
    <section
      aria-roledescription="carousel"
      aria-label={label}
      className={className}
      onMouseEnter={pause}
      onMouseLeave={resume}
      onFocus={pause}
      onBlur={resume}
    >
      <div ref={viewport} className="overflow-hidden rounded-2xl">
        <div className="-ml-[30px] flex">
          {slides.map((slide, index) => (
            // biome-ignore lint/a11y/useSemanticElements: a slide is a group, but not a form's fieldset.
            <div
              key={slide.key}
              role="group"
              aria-roledescription="slide"
              aria-label={`${index + 1} of ${slides.length}: ${slide.name}`}
              inert={index !== selected}
              className="min-w-0 shrink-0 grow-0 basis-full pl-[30px]"
            >
              {slide.content}
            </div>
          ))}
        </div>
      </div>
      <div className="mt-4 flex items-center justify-center gap-2">
        <button type="button" className={ARROW} aria-label="Previous slide" onClick={() => turnTo(selected - 1)}>
          <Icon name="chevron-left" className="size-5" />
        </button>
        {slides.map((slide, index) => (
          <button
            key={slide.key}
            type="button"
            className="grid size-11 place-items-center rounded-full"
            aria-label={`Slide ${index + 1}: ${slide.name}`}
            aria-current={index === selected || undefined}
            onClick={() => turnTo(index)}
          >
            <span className={classNames('h-2.5 rounded-full transition-all', index === selected ? 'w-7 bg-accent' : 'w-2.5 bg-line-strong')} />
          </button>
        ))}
        <button type="button" className={ARROW} aria-label="Next slide" onClick={() => turnTo(selected + 1)}>
          <Icon name="chevron-right" className="size-5" />
        </button>
      </div>
    </section>
  );
}

function useTurning(count: number) {
  const viewport = useRef<HTMLDivElement>(null);
  const engine = useEngine(viewport);
  const [selected, setSelected] = useState(0);
  // The engine itself can't tell a pause (hover, focus) from an end (arrow, dot, drag) once our own arrows are used.
  const ended = useRef(false);

  const pause = useCallback(() => engine?.stop(), [engine]);
  const resume = useCallback(() => {
    if (engine && !ended.current && count > 1 && !asksForStillness()) engine.play();
  }, [engine, count]);
  const end = useCallback(() => {
    ended.current = true;
    pause();
  }, [pause]);

  useEffect(() => {
    if (!engine) return;
    const unwatch = engine.watch({ onSelect: setSelected, onPress: end });
    resume();
    return unwatch;
  }, [engine, end, resume]);

  const turnTo = (index: number) => {
    end();
    engine?.turnTo((index + count) % count);
  };
  return { viewport, selected, turnTo, pause, resume };
}

function useEngine(viewport: RefObject<HTMLElement | null>): Engine | null {
  const [engine, setEngine] = useState<Engine | null>(null);
  useEffect(() => {
    const shown = window.matchMedia(SHOWN);
    let left = false;
    let made: Engine | null = null;
    const begin = async (): Promise<void> => {
      if (!shown.matches || made) return;
      const { createEngine } = await import('./carousel-engine.ts');
      if (left || made || !viewport.current) return;
      made = createEngine(viewport.current, TURN_MS);
      setEngine(made);
    };
    // Without the engine the first slide stays, which is no loss.
    const beginQuietly = (): void => void begin().catch(() => {});
    beginQuietly();
    shown.addEventListener('change', beginQuietly);
    return () => {
      left = true;
      shown.removeEventListener('change', beginQuietly);
      made?.destroy();
    };
  }, [viewport]);
  return engine;
}

const asksForStillness = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;
