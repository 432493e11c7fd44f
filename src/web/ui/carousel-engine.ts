import EmblaCarousel from 'embla-carousel';
import Autoplay from 'embla-carousel-autoplay';

type Watcher = { onSelect: (index: number) => void; onPress: () => void };

/** Turns the slides within a viewport: every `turnMs` once started, unless the pointer or the focus is on the carousel, and by hand. */
export function createEngine(viewport: HTMLElement, turnMs: number) {
  const embla = EmblaCarousel(viewport, { loop: true, align: 'start' }, [Autoplay({ delay: turnMs, playOnInit: false, stopOnFocusIn: false })]);
  const isUsed = () => viewport.closest('section')?.matches(':hover, :focus-within') === true;
  return {
    play: () => !isUsed() && embla.plugins().autoplay?.play(),
    stop: () => embla.plugins().autoplay?.stop(),
    turnTo: (index: number) => embla.scrollTo(index),
    watch({ onSelect, onPress }: Watcher): () => void {
      const select = () => onSelect(embla.selectedScrollSnap());
      embla.on('select', select);
      embla.on('pointerDown', onPress);
      return () => {
        embla.off('select', select);
        embla.off('pointerDown', onPress);
      };
    },
    destroy: () => embla.destroy(),
  };
}
