import { whenNear } from '../when-near.ts';

whenNear('[data-carousel]', () => import('../testimonials/carousel.ts'));
whenNear('#intake', () => import('./intake/take-over.ts'));
