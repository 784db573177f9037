FROM python:3.11-slim AS build
WORKDIR /src
RUN python -m venv /venv
COPY requirements.txt ./
RUN /venv/bin/pip install --no-cache-dir --require-hashes -r requirements.txt
COPY pyproject.toml README.md LICENSE ./
COPY bot bot
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /dist . \
    && /venv/bin/pip install --no-cache-dir --no-deps /dist/*.whl

FROM python:3.11-slim
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1
# For the names in pictures: emoji, and Chinese, Japanese and Korean.
RUN apt-get update \
    && apt-get install -y --no-install-recommends fonts-noto-color-emoji fonts-wqy-microhei \
    && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --home-dir /app quizbot \
    && install --directory --owner=quizbot /app/data
WORKDIR /app
COPY --from=build /venv /venv
COPY questions questions
USER quizbot
# A new volume takes over the owner of the folder: the bot needs no root to write its database.
VOLUME /app/data
STOPSIGNAL SIGTERM
ENTRYPOINT ["quizbot"]
CMD ["run"]
