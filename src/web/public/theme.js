try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.dataset.theme = theme;
    const chosen = document.querySelector(`meta[name="theme-color"][media*="${theme}"]`)?.content;
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.content = chosen ?? meta.content;
  }
} catch {}
