import { whenNear } from '../when-near.ts';

whenNear('[data-carousel]', () => import('../testimonials/carousel.ts'));
whenNear('#intake', () => import('./intake/take-over.ts'));
whenNear('[data-trace="stage"]', async () => {
  const stage = document.querySelector<HTMLElement>('[data-trace="stage"]');
  if (stage) (await import('./trace/figures.ts')).goLive(stage);
});
