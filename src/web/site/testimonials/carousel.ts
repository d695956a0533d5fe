/**
 * Turns the prerendered quotes: buttons and arrow keys go round at both ends, a dot jumps to its quote, a finger
 * swipes. It never moves by itself, and answers at once: a fade costs a tap more than all the rest, and so would a
 * framework that hears every touch.
 */
import { swiped, turn } from './turn.ts';

function turnable(section: HTMLElement): void {
  const deck = section.querySelector<HTMLElement>('[data-quotes]');
  if (!deck) return;
  const quotes = [...deck.children];
  const dots = [...section.querySelectorAll<HTMLElement>('[data-show]')];
  let index = 0;

  const show = (next: number): void => {
    if (next === index) return;
    quotes[index]?.classList.add('invisible');
    dots[index]?.removeAttribute('aria-current');
    quotes[next]?.classList.remove('invisible');
    dots[next]?.setAttribute('aria-current', 'true');
    index = next;
  };
  const move = (by: number): void => show(turn(index, by, quotes.length));

  section.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button?.dataset['turn']) move(Number(button.dataset['turn']));
    if (button?.dataset['show']) show(Number(button.dataset['show']));
  });
  // The keys work from the buttons inside; the frame itself takes no focus.
  section.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ArrowLeft') move(-1);
    else if (event.key === 'ArrowRight') move(1);
    else return;
    event.preventDefault();
  });

  let from: { x: number; y: number } | null = null;
  deck.addEventListener('pointerdown', ({ clientX: x, clientY: y, pointerType }) => {
    from = pointerType === 'mouse' ? null : { x, y };
  });
  deck.addEventListener('pointerup', ({ clientX, clientY }) => {
    if (from) move(swiped(clientX - from.x, clientY - from.y));
    from = null;
  });
  deck.addEventListener('pointercancel', () => (from = null));

  // A picture that cannot be had leaves the first letter of the name.
  for (const picture of deck.querySelectorAll('img'))
    if (picture.complete && picture.naturalWidth === 0) picture.remove();
    else picture.addEventListener('error', () => picture.remove(), { once: true });
  section.dataset['carousel'] = 'live';
}

for (const section of document.querySelectorAll<HTMLElement>('[data-carousel]')) turnable(section);
