import { countPhrase, matches } from './search.ts';

/** The search of /blog: filters while one types, keeps the query in the address, says the count. */
const form = document.querySelector<HTMLFormElement>('form[data-blog-search]');
const input = form?.querySelector<HTMLInputElement>('input[type="search"]');
const count = document.querySelector('[data-blog-count]');
const none = document.querySelector<HTMLElement>('[data-blog-none]');
const posts = [...document.querySelectorAll<HTMLElement>('[data-post]')].map((node) => ({
  node,
  title: node.querySelector('[data-title]')?.textContent ?? '',
  excerpt: node.querySelector('[data-excerpt]')?.textContent ?? '',
}));

function show(query: string): void {
  let found = 0;
  for (const post of posts) {
    post.node.hidden = !matches(post, query);
    if (!post.node.hidden) found += 1;
  }
  if (none) {
    none.hidden = found > 0;
    const typed = none.querySelector('[data-typed]');
    if (typed) typed.textContent = query.trim();
  }
  const phrase = countPhrase(found, posts.length);
  if (count && count.textContent !== phrase) count.textContent = phrase;
}

function keepInAddress(query: string): void {
  const address = new URL(location.href);
  if (query.trim() === '') address.searchParams.delete('q');
  else address.searchParams.set('q', query.trim());
  history.replaceState(history.state, '', address);
}

if (form && input) {
  const typed = () => {
    show(input.value);
    keepInAddress(input.value);
  };
  input.value = new URLSearchParams(location.search).get('q') ?? input.value;
  show(input.value);
  input.addEventListener('input', typed);
  form.addEventListener('submit', (event) => event.preventDefault());
  none?.querySelector('button')?.addEventListener('click', () => {
    input.value = '';
    typed();
    input.focus();
  });
}
