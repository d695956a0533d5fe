import type { Hit, mark, Piece } from './search.ts';
import type { Section } from './sections.ts';

const LOST = 'The search couldn’t be loaded. Type again to try once more.';

const box = document.querySelector<HTMLElement>('[data-docs-search]');
const input = box?.querySelector('input');
const hits = box?.querySelector<HTMLElement>('[data-hits]');
const count = box?.querySelector<HTMLElement>('[data-count]');
if (box && input && hits && count) start(box, input, hits, count);

function start(box: HTMLElement, input: HTMLInputElement, hits: HTMLElement, count: HTMLElement): void {
  const load = loader();
  box.hidden = false;
  input.addEventListener('focus', () => void load().catch(() => undefined), { once: true });
  input.addEventListener('input', () => void show());
  input.addEventListener('focus', () => void show());

  async function show(): Promise<void> {
    const asked = input.value;
    if (asked.trim() === '') return close();
    const loaded = await load().catch(() => null);
    // Another letter may have come meanwhile.
    if (input.value !== asked) return;
    if (loaded === null) tell(LOST, LOST);
    else if (loaded.wordsOf(asked).length === 0) close();
    else {
      const best = loaded.find(asked);
      const counted = best.length === 1 ? '1 result' : `${best.length} results`;
      if (best.length === 0) tell(`Nothing is written about “${asked.trim()}”.`, counted);
      else tell(list(best, loaded.mark), counted);
    }
  }

  /** Shows a list or a sentence, and has `said` read aloud. */
  function tell(shown: HTMLElement | string, said: string): void {
    const sentence = () => Object.assign(document.createElement('p'), { textContent: shown });
    hits.replaceChildren(typeof shown === 'string' ? sentence() : shown);
    hits.hidden = false;
    count.textContent = said;
  }

  function close(): void {
    hits.hidden = true;
    hits.replaceChildren();
    count.textContent = '';
  }

  const links = () => [...hits.querySelectorAll<HTMLAnchorElement>('a')];
  box.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !hits.hidden) {
      event.preventDefault();
      close();
      input.focus();
      return;
    }
    if (event.key === 'Enter' && event.target === input) {
      links()[0]?.click();
      return;
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || hits.hidden) return;
    event.preventDefault();
    const all = [input, ...links()];
    const at = all.findIndex((each) => each === document.activeElement);
    all[(at + step + all.length) % all.length]?.focus();
  });
  box.addEventListener('focusout', (event) => {
    if (!(event.relatedTarget instanceof Node && box.contains(event.relatedTarget))) close();
  });
  // A result on this same page: the list must not stay over what it leads to.
  hits.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('a')) close();
  });
  document.addEventListener('keydown', (event) => {
    const typing =
      event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
    if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}

type Search = {
  find: (query: string) => Hit[];
  wordsOf: (query: string) => string[];
  mark: typeof mark;
};

/** Loads the search and what it searches once, with the first use of the field; after a failure again. */
function loader(): () => Promise<Search> {
  let asked: Promise<Search> | null = null;
  return () => {
    asked ??= Promise.all([import('./search.ts'), fetchSections()]).then(
      ([{ createSearch, wordsOf, mark }, sections]) => ({ find: createSearch(sections), wordsOf, mark }),
    );
    asked.catch(() => (asked = null));
    return asked;
  };
}

async function fetchSections(): Promise<Section[]> {
  const answer = await fetch('/documentation/search.json');
  if (!answer.ok) throw new Error(`The search index answered ${answer.status}.`);
  return (await answer.json()) as Section[];
}

function list(found: Hit[], cut: Search['mark']): HTMLElement {
  const list = document.createElement('ul');
  for (const { section, marked, excerpt } of found) {
    const link = document.createElement('a');
    link.href = section.href;
    const name = span('docs-hit-name', cut(section.heading || section.title, marked));
    const where = document.createElement('span');
    where.className = 'docs-hit-where';
    where.textContent = section.heading ? section.title : '';
    const text = document.createElement('span');
    text.className = 'docs-hit-text';
    for (const piece of excerpt) text.append(pieceOf(piece));
    link.append(name, where, text);
    const item = document.createElement('li');
    item.append(link);
    list.append(item);
  }
  return list;
}

function span(className: string, pieces: readonly Piece[]): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  for (const piece of pieces) element.append(pieceOf(piece));
  return element;
}

function pieceOf({ text, hit }: Piece): Node {
  if (!hit) return document.createTextNode(text);
  return Object.assign(document.createElement('mark'), { textContent: text });
}
