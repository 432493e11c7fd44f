import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

/** Returns a list with the entry at `from` moved one place up (-1) or down (1). */
export function moved<T>(list: readonly T[], from: number, by: -1 | 1): T[] {
  const without = list.filter((_, at) => at !== from);
  return [...without.slice(0, from + by), ...list.slice(from, from + 1), ...without.slice(from + by)];
}

/** Moves an entry of a list up or down. At the list's ends the button stays, so that it keeps the focus. */
export function MoveButtons({ name, at, count, onMove }: { name: string; at: number; count: number; onMove: (by: -1 | 1) => void }) {
  return (
    <span className="flex shrink-0 gap-1">
      <Button variant="secondary" size="small" aria-label={`Move ${name} up`} aria-disabled={at === 0} onClick={() => at > 0 && onMove(-1)}>
        <Icon name="arrow-up" className="size-4" />
      </Button>
      <Button variant="secondary" size="small" aria-label={`Move ${name} down`} aria-disabled={at === count - 1} onClick={() => at < count - 1 && onMove(1)}>
        <Icon name="arrow-down" className="size-4" />
      </Button>
    </span>
  );
}
