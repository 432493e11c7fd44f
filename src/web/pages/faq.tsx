import { Button } from '../ui/button.tsx';
import { ARTICLES } from './faq-articles.ts';

export function Page() {
  return (
    <div className="page-width grid gap-10 py-8 md:py-16 lg:grid-cols-[18rem_minmax(0,1fr)] lg:gap-16">
      <div className="lg:sticky lg:top-24 lg:self-start">
        <h1 className="text-2xl md:text-3xl">Frequently asked questions</h1>
        <nav aria-label="Articles" className="mt-4">
          <ul>
            {ARTICLES.map(({ id, question }) => (
              <li key={id}>
                <a href={`#${id}`} className="flex min-h-11 items-center py-1.5 text-muted hover:text-ink hover:underline">
                  {question}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div className="max-w-[42rem]">
        {ARTICLES.map(({ id, question, paragraphs }) => (
          <article key={id} id={id} className="border-t border-line py-8 first:border-t-0 first:pt-0">
            <h2 className="mb-4 text-xl md:text-2xl">{question}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph} className="mb-4 leading-relaxed">
                {paragraph}
              </p>
            ))}
          </article>
        ))}
        <Button variant="secondary">Load more posts...</Button>
      </div>
    </div>
  );
}
