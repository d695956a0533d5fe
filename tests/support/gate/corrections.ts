import type { Language } from '#src/shared/content/answer.ts';

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/**
 * What people write to correct or add to an alert, without figures, advice or forecasts. Many words in them are refused
 * in another language, or are part of a word that is.
 */
export const CORRECTIONS: Readonly<Record<Language, readonly string[]>> = {
  en: lines(`
    Trading was halted before the close.
    The exchange stopped trading early.
    We have corrected the price in our alert.
    The share was split after the market closed.
    The alert named the wrong exchange.
    The close in our alert was that of the day before.
    The exchange has canceled these trades.
    Our data provider delivered a bad print, and has since replaced it.
    The market resumed after a technical fault.
    The dividend was paid out, so the prices have been adjusted.
    The fall stands as reported.
    We sent this alert by mistake.
    The chart in our alert was drawn from old data.
    The time of the event was given in the time zone of another market.
    The company has confirmed the report.
    The alert is withdrawn.
    The series was interrupted while the feed was down.
    Quotes were delayed at the source.
    A line of the table was missing.
    The name of the company has changed.
    The instrument has moved to another market.
    The details have been checked again and are right.
    We regret the error.
    The rule behind this alert was set up wrongly and has been paused.
    The text has been edited; the figures are the same.`),
  de: lines(`
    Der Handel wurde vor Börsenschluss unterbrochen.
    Die Börse hat den Handel angehalten.
    Wir haben den Kurs in unserer Meldung berichtigt.
    Die Aktie wurde nach Handelsschluss gesplittet.
    Die Meldung nannte die falsche Börse.
    Der genannte Schlusskurs war der vom Vortag.
    Die Börse hat diese Abschlüsse storniert.
    Unser Datenlieferant hat einen fehlerhaften Kurs ersetzt.
    Der Handel läuft nach einer technischen Störung wieder.
    Die Dividende ist ausgezahlt, die Kurse sind angepasst.
    Der Rückgang bleibt, wie gemeldet.
    Diese Meldung wurde versehentlich verschickt.
    Der Chart in unserer Meldung beruhte auf alten Daten.
    Die Uhrzeit stand in der Zeitzone einer anderen Börse.
    Das Unternehmen hat den Bericht bestätigt.
    Die Meldung ist zurückgezogen.
    Die Reihe war unterbrochen, solange die Quelle ausfiel.
    Die Kurse kamen verspätet bei uns an.
    In der Tabelle fehlte eine Zeile.
    Der Name des Unternehmens hat sich geändert.
    Das Instrument ist inzwischen an einem anderen Markt notiert.
    Die Angaben sind geprüft und stimmen.
    Wir bedauern das Versehen.
    Die Regel hinter dieser Meldung war falsch eingestellt und ist pausiert.
    Der Text wurde bearbeitet, die Zahlen sind dieselben.`),
  es: lines(`
    La negociación se suspendió antes del cierre.
    La bolsa detuvo la negociación.
    Hemos corregido el precio de nuestra alerta.
    La acción se desdobló tras el cierre.
    La alerta nombraba una bolsa equivocada.
    El cierre citado era el del día anterior.
    La bolsa ha anulado estas operaciones.
    Nuestro proveedor de datos ha sustituido un precio erróneo.
    El mercado se ha reanudado tras un fallo técnico.
    El dividendo se ha pagado y los precios están ajustados.
    La caída sigue tal como se informó.
    Esta alerta se envió por error.
    El gráfico de nuestra alerta se dibujó con datos antiguos.
    La hora del evento estaba en la zona horaria de otro mercado.
    La empresa ha confirmado el informe.
    La alerta queda retirada.
    La serie se interrumpió mientras fallaba la fuente.
    Los precios nos llegaron con retraso.
    Faltaba una línea en la tabla.
    El nombre de la empresa ha cambiado.
    El instrumento cotiza en otro mercado.
    Los detalles están comprobados y son correctos.
    Lamentamos el error.
    La regla de esta alerta estaba mal configurada y está en pausa.
    El texto se ha editado; las cifras son las mismas.`),
  fr: lines(`
    La cotation a été suspendue avant la clôture.
    La bourse a arrêté les échanges.
    Nous avons corrigé le cours de notre alerte.
    L’action a été divisée après la clôture.
    L’alerte citait une mauvaise bourse.
    La clôture citée était celle de la veille.
    La bourse a annulé ces transactions.
    Notre fournisseur de données a remplacé un cours erroné.
    Le marché a rouvert après une panne technique.
    Le dividende a été versé et les cours sont ajustés.
    Le repli reste tel que nous l’avons publié.
    Cette alerte a été envoyée par erreur.
    Le graphique de notre alerte reposait sur des données anciennes.
    L’heure de l’événement était dans le fuseau d’un autre marché.
    L’entreprise a confirmé le rapport.
    L’alerte est retirée.
    La série a été interrompue pendant la panne de la source.
    Les cours nous sont parvenus en retard.
    Il manquait une ligne au tableau.
    Le nom de l’entreprise a changé.
    L’instrument se négocie sur un autre marché.
    Les détails ont été vérifiés et sont exacts.
    Nous regrettons cette erreur.
    La règle de cette alerte était mal réglée et se trouve en pause.
    Le texte a été modifié ; les chiffres sont les mêmes.`),
  pt: lines(`
    As negociações foram suspensas antes do fechamento.
    A bolsa interrompeu as negociações.
    Corrigimos o preço do nosso alerta.
    A ação foi desdobrada após o fechamento.
    O alerta citava a bolsa errada.
    O fechamento citado era o do dia anterior.
    A bolsa anulou esses negócios.
    Nosso provedor de dados substituiu um preço errado.
    O mercado reabriu após uma falha técnica.
    O dividendo foi pago e os preços estão ajustados.
    A queda fica como informada.
    Este alerta foi enviado por engano.
    O gráfico do nosso alerta usava dados antigos.
    O horário do evento estava no fuso de outro mercado.
    A empresa confirmou o relatório.
    O alerta foi retirado.
    A série foi interrompida enquanto a fonte falhava.
    Os preços chegaram até nós com atraso.
    Faltava uma linha na tabela.
    O nome da empresa mudou.
    O instrumento é negociado em outro mercado.
    Os detalhes foram conferidos e estão certos.
    Lamentamos o erro.
    A regra deste alerta estava mal configurada e está em pausa.
    O texto foi editado; os números são os mesmos.`),
  ja: lines(`
    引け前に取引が中断されました。
    取引所が取引を停止しました。
    アラートの価格を訂正しました。
    引け後に株式が分割されました。
    アラートの取引所名が誤っていました。
    アラートの終値は前日のものでした。
    取引所がこれらの約定を取り消しました。
    データ提供元が誤った価格を差し替えました。
    障害のあと、取引が再開されました。
    配当が支払われ、価格が調整されました。
    下落はお伝えしたとおりです。
    このアラートは誤って送られました。
    アラートのチャートは古いデータで描かれていました。
    イベントの時刻は別の市場の時間帯でした。
    会社がこの報告を認めました。
    このアラートは撤回します。
    データ元の障害で系列が途切れていました。
    価格の到着が遅れていました。
    表に行が欠けていました。
    会社の名前が変わりました。
    この銘柄は別の市場に移りました。
    詳細を確認し、正しいことが分かりました。
    お詫びいたします。
    アラートのルールの設定が誤っており、現在は停止しています。
    文章を直しました。数字は同じです。`),
};
