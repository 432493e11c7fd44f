/** A progress bar with a text, which isn't announced: it changes too often. */
export function Progress({ label, done, of, text }: { label: string; done: number; of: number; text: string }) {
  return (
    <div className="grid gap-2">
      <progress aria-label={label} value={done} max={Math.max(of, 1)} className="h-3 w-full accent-accent" />
      <p className="tabular-nums">{text}</p>
    </div>
  );
}
