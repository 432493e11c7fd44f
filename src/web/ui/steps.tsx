/** What happens next, as numbered steps. */
export function Steps({ title, steps }: { title: string; steps: readonly string[] }) {
  return (
    <section className="grid gap-4">
      <h2 className="text-xl">{title}</h2>
      <ol className="grid gap-3">
        {steps.map((step, index) => (
          <li key={step} className="flex items-start gap-3">
            <span className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-sm font-semibold text-accent" aria-hidden="true">
              {index + 1}
            </span>
            <span className="max-w-prose">{step}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
