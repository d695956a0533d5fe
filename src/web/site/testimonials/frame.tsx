import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { Testimonial } from '#src/web/content/testimonials.ts';
import { Button } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/cx.ts';
import { Avatar } from './avatar.tsx';

/**
 * One quote at a time, the first to begin with; the script (carousel.ts) turns them and finds its parts by
 * `data-quotes`, `data-turn` and `data-show`. All quotes lie in one cell, so the page keeps its height; without script
 * they stand one under the other.
 */
export function Frame({
  label,
  items,
  size = 'text-h3',
}: {
  label: string;
  items: readonly Testimonial[];
  /** The size of the quotes. */
  size?: string;
}) {
  return (
    <section aria-roledescription="carousel" aria-label={label} data-carousel>
      <div aria-live="polite" className="isolate grid touch-pan-y" data-quotes>
        {items.map(({ id, name, role, quote, image, isExample }, at) => (
          <figure
            key={id}
            className={cx(
              'col-start-1 row-start-1 noscript:visible noscript:col-auto noscript:row-auto noscript:mb-10',
              at > 0 && 'invisible',
            )}
          >
            <blockquote className={cx('headline text-pretty', size)}>“{quote}”</blockquote>
            <figcaption className="mt-6 flex items-center gap-3">
              <Avatar name={name} image={image} />
              <span className="min-w-0">
                <span className="block text-base font-medium">{name}</span>
                <span className="block text-sm text-ink-2">{role}</span>
                {isExample && <span className="slug mt-1 block text-ink-2">Example</span>}
              </span>
            </figcaption>
          </figure>
        ))}
      </div>
      <div className="noscript:hidden isolate mt-6 flex items-center gap-1 border-t border-line pt-3">
        <Button variant="quiet" size="icon" className="-ml-2" aria-label="Previous quote" data-turn="-1">
          <ChevronLeft size={18} aria-hidden="true" />
        </Button>
        {items.map(({ id, name }, at) => (
          <button
            key={id}
            type="button"
            aria-label={`Show what ${name} says`}
            aria-current={at === 0 || undefined}
            data-show={at}
            className="group grid size-9 place-items-center rounded-sm pointer-coarse:size-11"
          >
            <span className="size-2 rounded-full border border-edge group-aria-current:border-ink group-aria-current:bg-ink" />
          </button>
        ))}
        <Button variant="quiet" size="icon" aria-label="Next quote" data-turn="1">
          <ChevronRight size={18} aria-hidden="true" />
        </Button>
      </div>
    </section>
  );
}
