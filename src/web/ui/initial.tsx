/** The first letter of a person's name, in place of a picture. */
export function Initial({ name }: { name: string }) {
  return (
    <span className="grid size-12 shrink-0 place-items-center rounded-full bg-accent-soft font-display text-xl font-semibold text-accent" aria-hidden="true">
      {[...name][0]?.toUpperCase()}
    </span>
  );
}
