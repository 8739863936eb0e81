# The table in a browser, with its store in PostgreSQL or in the volume /data.
#   docker build -t parlour .
#   docker run -p 127.0.0.1:8080:8080 -e PARLOUR_HOST_PASSWORD='a long sentence' -v parlour:/data parlour
# compose.yaml runs it beside a PostgreSQL.
ARG PYTHON=python:3.13-slim

FROM ${PYTHON} AS build
WORKDIR /source
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY examples examples
COPY src src
RUN python3 -m venv /opt/parlour \
    && /opt/parlour/bin/pip install --no-cache-dir --constraint constraints.txt '.[web,postgres,anthropic,google,telemetry]'

FROM ${PYTHON}
RUN useradd --uid 10001 --create-home parlour \
    && install -d -o parlour -g parlour /data
COPY --from=build /opt/parlour /opt/parlour
ENV PATH=/opt/parlour/bin:$PATH PYTHONUNBUFFERED=1 XDG_DATA_HOME=/data XDG_CACHE_HOME=/data/cache
USER 10001
WORKDIR /data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8080/health', timeout=4)"]
ENTRYPOINT ["parlour"]
CMD ["serve", "--host", "0.0.0.0"]
