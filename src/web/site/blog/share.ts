import { showToast } from '../show-toast.ts';
import { sharePage } from './share-page.ts';

/** The Share button of a post. */
const button = document.querySelector<HTMLButtonElement>('button[data-share]');
button?.addEventListener('click', () => {
  const page = { title: button.dataset['share'] ?? document.title, url: location.origin + location.pathname };
  void sharePage(page, navigator, (content) => void showToast(content));
});
