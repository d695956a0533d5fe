import type { Written } from './written.ts';

export const FR: Written = {
  numbers: `
    {name} a bougé de sept points.
    Onze minutes ont suffi à {symbol}.
    Quatorze lecteurs ont demandé des nouvelles de {name}.
    La rédaction a compté quarante ordres sur {symbol}.
    Une douzaine de traders nous a écrit.
    Environ deux cents contrats ont changé de mains.
    La règle a regardé soixante bougies de {name}.
    {symbol} se trouve à deux mille tout rond.
    Un demi-million de lecteurs suit {name}.
    L’événement a duré quatre-vingt-dix secondes.
    {name} se compose de cinq cents valeurs.
    Neuf lecteurs sur dix l’ont vu.
    Voilà trente ans que nous suivons {name}.
    Trois rédactions surveillent {symbol}.
    Il y a eu quatre-vingts alertes avant celle-ci.
    Deux bougies disent tout.
    {brand} a envoyé cent alertes sur {name}.
    Zéro doute sur {symbol}.
    Mille lecteurs sont là.
    Une quinzaine de bougies suffit à {name}.`,
  parts: `
    {name} a rendu un tiers.
    Les deux tiers de la bougie étaient passés.
    La moitié des lecteurs de {brand} suit {symbol}.
    {symbol} a doublé {when}.
    Le volume de {name} a triplé.
    C’est la quatrième alerte sur {name}.
    C’était le deuxième événement du jour.
    Le cours a été divisé par deux.
    {name} occupe un quart du graphique.
    C’est arrivé deux fois sur {symbol}.
    La première bougie le montre.
    C’était dix fois la normale.
    Un dixième de {name} a été vendu.
    Un cinquième de sa valeur est parti.
    La dernière bougie marque l’événement.
    Jamais deux sans trois pour {symbol}.
    Deux fois plus de monde sur {name}.
    Une fraction des lecteurs l’a vu.
    Une bougie et demie a suffi à {symbol}.
    La règle a sonné trois fois.`,
  directions: `
    {name} a mis le genou à terre.
    {symbol} a pris une raclée.
    Le cours de {name} a pris de la hauteur.
    Les acheteurs ont poussé {symbol}.
    {name} a effacé ses gains.
    Journée rouge pour {symbol}.
    {name} a rebondi sur son plancher.
    Le cours a glissé sur {name}.
    {symbol} a grappillé du terrain.
    {name} est passé sous pression.
    Les vendeurs ont enfoncé le cours.
    {symbol} a fini dans le vert.
    Les haussiers ont gagné sur {name}.
    {symbol} s’est retourné à la baisse.
    L’événement était une chute.
    Un rallye a suivi sur {name}.
    {name} a reculé.
    {symbol} est reparti de l’avant.
    Tout a dégringolé pour {name}.
    {symbol} a gagné en altitude.`,
  extremes: `
    {name} n’a jamais été aussi haut.
    Personne n’avait vu ce niveau sur {symbol}.
    C’était le plus grand événement du genre.
    {symbol} a établi un record.
    {name} a clôturé à son meilleur cours.
    Le mouvement était plus grand que tous les autres.
    {name} a battu tous les autres indices.
    C’était le pire jour pour {symbol}.
    La bougie est plus longue que la précédente.
    {symbol} est proche de son sommet.
    Le volume était exceptionnel.
    C’était un mouvement énorme sur {name}.
    {name} est le plus fort de tous.
    Le cours était bien au-dessus de la ligne.
    {symbol} a touché son plafond.
    La perte était moindre que prévu.
    {name} a touché le fond.
    C’était une bougie extraordinaire.
    L’écart était inhabituellement large sur {name}.
    {symbol} a fait mieux que prévu.`,
  advice: `
    Les lecteurs devraient ajouter {name} à leur portefeuille.
    Il est rentable de détenir {symbol}.
    Vous voudrez peut-être vendre {name}.
    Placez votre argent sur {symbol}.
    {name} a sa place dans tout portefeuille.
    Encaissez vos gains sur {name}.
    Ne manquez pas {symbol}.
    Tenez-vous à l’écart de {name}.
    Il est temps d’agir sur {symbol}.
    Couvrez votre position sur {symbol}.
    Nous achèterions {name}.
    {name} est une aubaine.
    Fermez votre position sur {symbol}.
    Placez un stop sur {name}.
    Demandez {symbol} à votre courtier.
    {symbol} vaut le coup.
    Mieux vaut attendre pour {name}.
    La patience paie sur {symbol}.
    Négociez {name} avec nous.
    Profitez de {symbol}.`,
  forecasts: `
    {name} va se redresser.
    D’autres suivront sur {symbol}.
    La tendance a de la marge.
    {name} devrait tenir sa ligne.
    {symbol} va continuer ainsi.
    Demain sera pareil pour {name}.
    La prochaine étape est l’ancienne ligne.
    {name} pourrait bientôt se retourner.
    Cela peut se répéter sur {symbol}.
    Un retournement est probable.
    L’événement annonce la suite.
    Rien n’arrêtera {name}.
    Ce n’est pas fini pour {symbol}.
    {name} semble prêt à casser la ligne.
    Le mouvement se poursuivra.
    {symbol} testera la ligne.
    La semaine prochaine dira tout sur {name}.
    Les perspectives de {name} sont bonnes.
    C’est une question de temps pour {symbol}.
    Bientôt la suite sur {name}.`,
};
